#include "core/against/arrangement.h"

#include <numeric>

#include <doctest/doctest.h>

#include "core/tensor/tensor.h"

namespace vitrine {

namespace {

/// A layout with these axes and sizes.
Layout laid(std::initializer_list<Axis> axes, std::initializer_list<Size> shape) {
    Layout layout;
    layout.rank = static_cast<std::uint8_t>(axes.size());
    std::copy(axes.begin(), axes.end(), layout.axes.begin());
    return row_major(layout, shape);
}

const Layout heads = laid({Axis::batch, Axis::head, Axis::query, Axis::feature}, {3, 2, 5, 7});

std::vector<std::string> texts(const Layout& ours, std::vector<Size> shape) {
    std::vector<std::string> found;
    for (const Arrangement& one : arrangements(ours, shape)) found.push_back(arrangement_text(ours, one));
    return found;
}

}  // namespace

TEST_CASE("heads apart, side by side, joined to the batch, transposed, batch second") {
    CHECK(texts(heads, {3, 2, 5, 7}) == std::vector<std::string>{"B H q d"});
    CHECK(texts(heads, {3, 5, 2, 7}) == std::vector<std::string>{"B q H d"});
    CHECK(texts(heads, {3, 5, 14}) == std::vector<std::string>{"B q H d"});
    CHECK(texts(heads, {5, 3, 14}) == std::vector<std::string>{"q B H d"});
    const Layout as_many = laid({Axis::batch, Axis::head, Axis::query, Axis::feature}, {3, 4, 4, 2});
    CHECK(texts(as_many, {3, 4, 8}) == std::vector<std::string>{"B q H d"});
    CHECK(texts(heads, {6, 5, 7}) == std::vector<std::string>{"B H q d", "H B q d"});
    CHECK(texts(heads, {5, 6, 7}) == std::vector<std::string>{"q B H d", "q H B d"});
    CHECK(texts(heads, {3, 2, 7, 5}) == std::vector<std::string>{"B H d q"});
    CHECK(texts(heads, {15, 14}) == std::vector<std::string>{"B q H d", "q B H d"});
    CHECK(texts(heads, {3, 2, 5, 8}).empty());
}

TEST_CASE("axes of length 1 count for nothing") {
    const Layout row = laid({Axis::batch, Axis::position, Axis::feature}, {1, 4, 6});
    CHECK(texts(row, {4, 6}).front() == "B L D");
    CHECK(texts(row, {4, 1, 6}).front() == "B L D");
    CHECK(texts(laid({Axis::item}, {1}), {}).size() == 1);
}

TEST_CASE("numbers come into our order") {
    const Layout row = laid({Axis::batch, Axis::position, Axis::feature}, {2, 3, 2});
    std::vector<float> theirs(12);
    std::iota(theirs.begin(), theirs.end(), 0.0F);
    // The batch is second: theirs is L B D.
    CHECK(arranged(theirs, row, {1, 0, 2}) == std::vector<float>{0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11});
    CHECK(arranged(theirs, row, {0, 1, 2}) == theirs);
}

}  // namespace vitrine
