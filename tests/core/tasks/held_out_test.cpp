#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "core/tasks/task_builders.h"
#include "core/tensor/random.h"

namespace vitrine::held_out_test {

TEST_CASE("a tenth of all sources is held out, of those with an odd sum of ids as of those with an even one") {
    Random random(1);
    double held_out[2] = {}, count[2] = {};
    for (int i = 0; i < 20'000; ++i) {
        Sentence source(8);
        for (auto& id : source) id = static_cast<std::int32_t>(random.below(11));
        const int parity = std::accumulate(source.begin(), source.end(), 0) % 2;
        held_out[parity] += is_held_out(source);
        count[parity] += 1;
    }
    for (const int parity : {0, 1}) CHECK(std::abs(held_out[parity] - 0.1 * count[parity]) < 4 * std::sqrt(0.09 * count[parity]));
}

}  // namespace vitrine::held_out_test
