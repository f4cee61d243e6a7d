#include "app/run/statistics.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "tests/app/random_runs.h"
#include "tests/core/fetched_tensor.h"
#include "tests/counted.h"

namespace vitrine::trace_statistics_test {

namespace {

std::shared_ptr<const Run> navigation() {
    ModelRequest request;
    request.sample = "navigation";
    return make_run(request);
}

}  // namespace

TEST_CASE("the limit of a tensor is the largest absolute value of its finite cells, however they lie in memory") {
    const tests::Counted checks(30);
    const auto run = navigation();
    TraceStatistics found(run->trace);
    for (const TensorInfo& info : run->outline().tensors) {
        const TensorView tensor = run->trace.find(info.path);
        if (!tensor.present()) continue;
        double largest = 0;
        for (Size i = 0; i < tensor.layout.count(); ++i) {
            const double value = std::abs(tensor.at(index_of(tensor.layout, i)));
            if (std::isfinite(value)) largest = std::max(largest, value);
        }
        CHECK_MESSAGE(found.limit(info.path) == largest, info.path);
    }
}

TEST_CASE("statistics found out beforehand are those found out when asked for") {
    const auto run = navigation();
    TraceStatistics later(run->trace), before(run->trace);
    before.find_all();
    CHECK(later.of("memory").mean == before.of("memory").mean);
    CHECK(later.of("memory").finite == run->trace.find("memory").layout.count());
}

TEST_CASE("the first tensor with a cell that is no number is found, whether statistics are known or not") {
    const auto run = navigation();
    CHECK(run->statistics->nan().first == nullptr);
    const std::string key = "decoder.layers.0.cross_attn.key";
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto altered = with_edits(run, {.interventions = {.overwrites = {{key, {0, 1, 0, 0}, nan}}}});
    for (const bool before : {false, true}) {
        TraceStatistics found(altered->trace);
        if (before) found.find_all();
        REQUIRE(found.nan().first);
        CHECK(found.nan().first->path == key);
        int tensors = 0;
        for (const TensorInfo& info : altered->outline().tensors) tensors += !info.is_view && found.of(info.path).nan > 0;
        CHECK(found.nan().tensors == tensors);
    }
}

TEST_CASE("of a tensor that lies elsewhere the same is true, and only the drawing thread goes there") {
    const auto run = navigation();
    const std::string scores = "encoder.layers.0.self_attn.scores";
    const tests::FetchedTensor cells(run->trace.find(scores));
    Trace trace = run->trace;
    TensorView& tensor = trace.tensors[static_cast<std::size_t>(trace.outline->slots.at(scores))];
    REQUIRE(tensor.layout.is_row_major());
    tensor.data = nullptr;
    tensor.fetched = &cells;
    TraceStatistics elsewhere(trace), here(run->trace);
    elsewhere.find_all();
    CHECK(cells.reads() == 0);
    CHECK(elsewhere.limit(scores) == here.limit(scores));
    CHECK(elsewhere.of(scores).mean == here.of(scores).mean);
    CHECK(elsewhere.nan().first == nullptr);
    CHECK(cells.reads() == 1);
}

TEST_CASE("statistics of any run are those that a plain loop finds, and the first tensor with NaN is the first in order") {
    Random random(71);
    int with_nan = 0;
    for (int round = 0; round < 120; ++round) {
        const auto run = tests::random_edited_run(random);
        const TensorInfo* first = nullptr;
        int tensors = 0;
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path);
            if (!tensor.present()) continue;
            double least = INFINITY, most = -INFINITY, sum = 0, squares = 0;
            Size finite = 0, nan = 0, infinite = 0, zero = 0;
            for (Size i = 0; i < tensor.layout.count(); ++i) {
                const double value = tensor.at(index_of(tensor.layout, i));
                nan += std::isnan(value), infinite += std::isinf(value), zero += value == 0;
                if (!std::isfinite(value)) continue;
                ++finite;
                least = std::min(least, value), most = std::max(most, value), sum += value;
            }
            const double mean = sum / static_cast<double>(finite);
            for (Size i = 0; i < tensor.layout.count(); ++i) {
                const double value = tensor.at(index_of(tensor.layout, i));
                if (std::isfinite(value)) squares += (value - mean) * (value - mean);
            }
            const Statistics& found = run->statistics_of(info.path).of(info.path);
            CAPTURE(info.path);
            CHECK(found.finite == finite);
            CHECK(found.nan == nan);
            CHECK(found.infinite == infinite);
            CHECK(found.zero == zero);
            if (finite > 0) {
                CHECK(found.minimum == least);
                CHECK(found.maximum == most);
                CHECK(found.mean == doctest::Approx(mean).epsilon(1e-9).scale(1));
                CHECK(found.standard_deviation ==
                      doctest::Approx(std::sqrt(squares / static_cast<double>(finite))).epsilon(1e-9).scale(1));
            }
            if (nan == 0 || tensor.type != ElementType::scalar || info.is_view) continue;
            if (!first) first = &info;
            ++tensors;
        }
        CHECK(run->statistics->nan().first == first);
        CHECK(run->statistics->nan().tensors == tensors);
        with_nan += first != nullptr;
    }
    CHECK(with_nan > 3);
}

}  // namespace vitrine::trace_statistics_test
