#include "core/tensor/histogram.h"

#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "tests/core/approximately.h"

namespace vitrine::histogram_test {
using namespace vitrine::tests;

namespace {

const double not_a_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

Histogram histogram_of(const Tensor& tensor, int bins) { return histogram(view(tensor), statistics(view(tensor)), bins); }

/// 0, 1, … 1000, every second one negative.
Tensor counting() {
    Tensor tensor(Axis::position, Axis::feature);
    tensor.resize({7, 143});
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(i % 2 ? -i : i);
    return tensor;
}

}  // namespace

TEST_CASE("a histogram counts numbers in equal bins, the largest in the last") {
    const Histogram h = histogram_of(tensor_of({2, 4}, {0, 1, 1.5, 2, 2.25, 3, 3.5, 4}, Axis::position, Axis::feature), 4);
    CHECK(h.low == 0);
    CHECK(h.high == 4);
    CHECK(h.counts == std::vector<Size>{1, 2, 2, 3});
    CHECK(h.bin_start(3) == 3);
    CHECK(h.highest() == 3);
}

TEST_CASE("every finite number is in one bin, and NaN and infinities in none") {
    const Tensor tensor = tensor_of({8}, {not_a_number, -1, infinity, 0, -infinity, 4, not_a_number, 3.9}, Axis::feature);
    for (const int bins : {1, 2, 3, 40}) {
        const Histogram h = histogram_of(tensor, bins);
        CHECK(h.counts.size() == static_cast<std::size_t>(bins));
        CHECK(std::accumulate(h.counts.begin(), h.counts.end(), Size{0}) == 4);
        CHECK(h.low == -1);
        CHECK(h.high == 4);
    }
}

TEST_CASE("equal numbers have one bin, and no numbers none") {
    const Histogram equal = histogram_of(tensor_of({3}, {2.5, 2.5, 2.5}, Axis::feature), 10);
    CHECK(equal.counts == std::vector<Size>{3});
    CHECK(equal.low == equal.high);
    CHECK(histogram_of(tensor_of({2}, {not_a_number, infinity}, Axis::feature), 10).counts.empty());
    CHECK(histogram(TensorView{}, statistics(TensorView{}), 10).counts.empty());
}

TEST_CASE("a view of some cells counts those and no others") {
    const Tensor tensor = counting();
    TensorView every_second = view(tensor);
    every_second.layout.shape[1] = 3;
    every_second.layout.strides[1] = 2;
    const Histogram h = histogram(every_second, statistics(every_second), 5);
    CHECK(std::accumulate(h.counts.begin(), h.counts.end(), Size{0}) == 21);
}

TEST_CASE("a quantile of magnitudes is the number that many do not exceed") {
    const TensorView none;
    const Tensor tensor = counting();  // magnitudes 0 … 1000
    CHECK(magnitude_quantile(view(tensor), 1) == 1000);
    CHECK(magnitude_quantile(view(tensor), 0) == 0);
    CHECK(magnitude_quantile(view(tensor), 0.5) == 500);
    CHECK(magnitude_quantile(view(tensor), 0.99) == 990);
    CHECK(magnitude_quantile(none, 0.99) == 0);
    CHECK(count_beyond(view(tensor), 990) == 10);
    CHECK(count_beyond(view(tensor), 1000) == 0);
    CHECK(count_beyond(view(tensor), -1) == 1001);
}

TEST_CASE("NaN and infinities are neither in a quantile nor beyond it") {
    const Tensor tensor = tensor_of({6}, {not_a_number, -3, infinity, 1, -infinity, 2}, Axis::feature);
    CHECK(magnitude_quantile(view(tensor), 1) == 3);
    CHECK(count_beyond(view(tensor), 1.5) == 2);
    CHECK(magnitude_quantile(view(tensor_of({1}, {not_a_number}, Axis::feature)), 0.99) == 0);
}

}  // namespace vitrine::histogram_test
