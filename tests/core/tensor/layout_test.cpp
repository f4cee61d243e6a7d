#include "core/tensor/layout.h"

#include <doctest/doctest.h>

#include "core/tensor/tensor.h"

namespace vitrine::layout_test {

namespace {

/// [batch 2, head 3, query 4, feature 5]
Layout four_axes(Order order = Order::row_major) {
    Tensor tensor(Axis::batch, Axis::head, Axis::query, Axis::feature);
    tensor.resize({2, 3, 4, 5}, order);
    return tensor.layout();
}

}  // namespace

TEST_CASE("a row-major layout puts the last axis closest together") {
    const Layout layout = four_axes();
    CHECK(layout.count() == 120);
    CHECK(layout.is_row_major());
    CHECK(layout.offset({1, 2, 3, 4}) == 119);
    CHECK(layout.offset({1, 0, 0, 0}) == 60);
    CHECK(layout.offset({0, 0, 1, 0}) == 5);
}

TEST_CASE("heads that lie together are side by side within their position's row") {
    const Layout layout = four_axes(Order::heads_together);
    CHECK_FALSE(layout.is_row_major());
    CHECK(layout.offset({0, 1, 0, 0}) == 5);
    CHECK(layout.offset({0, 0, 1, 0}) == 15);
    CHECK(layout.offset({1, 2, 3, 4}) == 119);
}

TEST_CASE("the index of a cell counts along the last axis first, whatever the strides") {
    for (const Order order : {Order::row_major, Order::heads_together}) {
        const Layout layout = four_axes(order);
        CHECK(index_of(layout, 0) == Index{0, 0, 0, 0});
        CHECK(index_of(layout, 6) == Index{0, 0, 1, 1});
        CHECK(index_of(layout, 119) == Index{1, 2, 3, 4});
    }
}

TEST_CASE("a layout contains exactly the indices within its shape") {
    const Layout layout = four_axes();
    CHECK(layout.contains({0, 0, 0, 0}));
    CHECK(layout.contains({1, 2, 3, 4}));
    CHECK_FALSE(layout.contains({1, 3, 0, 0}));
    CHECK_FALSE(layout.contains({0, 0, 0, -1}));
    CHECK_FALSE(Layout{}.contains({}));

    Tensor row(Axis::feature);
    row.resize({3});
    CHECK(row.layout().contains({2}));
    CHECK_FALSE(row.layout().contains({2, 1}));
}

TEST_CASE("axes are found by what they mean") {
    const Layout layout = four_axes();
    CHECK(layout.find(Axis::head) == 1);
    CHECK(layout.find(Axis::key) == -1);
}

TEST_CASE("exchanging two axes exchanges their names, sizes and strides, so that cells stay where they are") {
    const Layout layout = four_axes(Order::heads_together), turned = layout.transposed(2, 3);
    CHECK(turned.axes[2] == Axis::feature);
    CHECK(turned.shape[3] == 4);
    for (Size q = 0; q < 4; ++q) {
        for (Size f = 0; f < 5; ++f) CHECK(turned.offset({1, 2, f, q}) == layout.offset({1, 2, q, f}));
    }
}

TEST_CASE("shapes and axes have names for people") {
    CHECK(shape_text(four_axes()) == "2×3×4×5");
    CHECK(shape_text(Layout{}).empty());
    CHECK(name(Axis::query) == "query");
    CHECK(name(Axis::item) == "item");
}

TEST_CASE("a layout without axes has no cells") { CHECK(Layout{}.count() == 0); }

}  // namespace vitrine::layout_test
