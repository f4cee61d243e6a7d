#include "core/trace/change_cells.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "core/trace/comparison.h"
#include "tests/core/fetched_tensor.h"
#include "tests/counted.h"

namespace vitrine::change_cells_test {
using namespace vitrine::tests;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Tensor drawn(Random& random, Order order) {
    Tensor tensor{Axis::batch, Axis::head, Axis::query, Axis::feature};
    tensor.resize({2, 3, 5, 4}, order);
    for (Size i = 0; i < tensor.count(); ++i) tensor.data()[i] = static_cast<Scalar>(static_cast<float>(random.normal()));
    for (const float special : {infinity, -infinity, std::numeric_limits<float>::quiet_NaN(), 0.0f})
        tensor.data()[random.below(static_cast<std::uint64_t>(tensor.count()))] = static_cast<Scalar>(special);
    return tensor;
}

bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// Whether every window of these sizes holds the differences of its cells.
bool windows_hold(const ChangeCells& cells, const TensorView& a, const TensorView& b) {
    Random random(5);
    for (int trial = 0; trial < 200; ++trial) {
        Window window;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            window.first[axis] = static_cast<Size>(random.below(static_cast<std::uint64_t>(b.layout.shape[axis])));
            window.count[axis] =
                1 + static_cast<Size>(random.below(static_cast<std::uint64_t>(b.layout.shape[axis] - window.first[axis])));
        }
        std::vector<float> read(static_cast<std::size_t>(window.cells()));
        cells.read(window, read.data());
        Layout inside = b.layout;
        inside.shape = window.count;
        for (std::size_t i = 0; i < read.size(); ++i) {
            Index cell = index_of(inside, static_cast<Size>(i));
            for (std::size_t axis = 0; axis < 4; ++axis) cell[axis] += window.first[axis];
            if (!same(read[i], static_cast<float>(change_of(a.at(cell), b.at(cell))))) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("any window of a change that is not stored is B − A cell by cell, whatever the order in memory") {
    Random random(1);
    for (const Order of_a : {Order::row_major, Order::heads_together}) {
        for (const Order of_b : {Order::row_major, Order::heads_together}) {
            const Tensor a = drawn(random, of_a), b = drawn(random, of_b);
            const ChangeCells cells(view(a), view(b));
            CHECK(cells.layout().is_row_major());
            CHECK(cells.any_thread());
            CHECK(windows_hold(cells, view(a), view(b)));
        }
    }
}

TEST_CASE("masks change by −1, 0 or 1") {
    MaskTensor a{Axis::batch, Axis::head, Axis::query, Axis::key}, b = a;
    for (MaskTensor* mask : {&a, &b}) mask->resize({2, 1, 3, 4});
    for (Size i = 0; i < a.count(); ++i) a.data()[i] = i % 2 == 0, b.data()[i] = i % 3 == 0;
    CHECK(windows_hold({view(a), view(b)}, view(a), view(b)));
}

TEST_CASE("beside a tensor that is not there the change is NaN") {
    const Counted checks(3);
    Random random(2);
    const Tensor b = drawn(random, Order::row_major);
    const ChangeCells cells({}, view(b));
    float read[3] = {};
    cells.read({.first = {1, 2, 3, 1}, .count = {1, 1, 1, 3}}, read);
    for (const float number : read) CHECK(std::isnan(number));
}

}  // namespace vitrine::change_cells_test
