#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "app/run/attention_readings.h"
#include "tests/app/any_runs.h"

namespace vitrine::sums_of_rows_test {
using namespace vitrine::tests;

namespace {

constexpr AttentionKind every_kind[] = {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};

}  // namespace

TEST_CASE("rows of weights are said to sum to 1 where they do") {
    Random random(23);
    std::map<bool, int> met;
    for (int round = 0; round < 120; ++round) {
        const auto run = random_edited_run(random);
        for (const AttentionKind kind : every_kind) {
            const AttentionPlace place{kind, 0};
            const HeadPlace at{between(random, 0, run->batch->sentences() - 1), 0};
            const HeadDetail& detail = run->of<AttentionReadings>().detail(*run, place, at);
            bool all = true;
            for (Size q = 0; q < detail.weights.queries; ++q) {
                double sum = 0, seen = 0;
                for (Size k = 0; k < detail.weights.keys; ++k) sum += detail.weights.at(q, k), seen += detail.weights.sees(q, k);
                if (seen > 0 && !(std::abs(sum - 1) < 1e-4)) all = false;
            }
            CHECK(detail.sum_to_one == all);
            ++met[all];
        }
    }
    CHECK(met[true] > 20);
    CHECK(met[false] > 5);
}

}  // namespace vitrine::sums_of_rows_test
