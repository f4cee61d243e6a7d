#include "core/tensor/layout.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace vitrine {

std::string_view name(Axis axis) {
    constexpr std::string_view names[] = {"",       "batch",     "head",       "query",  "key",   "position", "feature",
                                          "hidden", "embedding", "vocabulary", "output", "input", "item",     "class"};
    return names[static_cast<std::size_t>(axis)];
}

Size Layout::count() const {
    if (rank == 0) return 0;
    Size product = 1;
    for (int axis = 0; axis < rank; ++axis) product *= shape[axis];
    return product;
}

bool Layout::contains(const Index& index) const {
    for (int axis = 0; axis < max_rank; ++axis) {
        if (index[axis] < 0 || index[axis] >= (axis < rank ? shape[axis] : 1)) return false;
    }
    return rank > 0;
}

bool Layout::is_row_major() const {
    Size expected = 1;
    for (int axis = rank - 1; axis >= 0; --axis) {
        if (shape[axis] != 1 && strides[axis] != expected) return false;
        expected *= shape[axis];
    }
    return true;
}

int Layout::find(Axis axis) const {
    for (int i = 0; i < rank; ++i) {
        if (axes[i] == axis) return i;
    }
    return -1;
}

Layout Layout::transposed(int first, int second) const {
    Layout result = *this;
    std::swap(result.axes[first], result.axes[second]);
    std::swap(result.shape[first], result.shape[second]);
    std::swap(result.strides[first], result.strides[second]);
    return result;
}

Layout row_major(Layout layout) {
    Size stride = 1;
    for (int axis = layout.rank - 1; axis >= 0; --axis) {
        layout.strides[axis] = stride;
        stride *= layout.shape[axis];
    }
    return layout;
}

Layout row_major(Layout layout, std::initializer_list<Size> shape) {
    if (shape.size() != layout.rank) throw std::logic_error("a tensor takes one size per axis");
    std::copy(shape.begin(), shape.end(), layout.shape.begin());
    return row_major(layout);
}

Index index_of(const Layout& layout, Size position) {
    Index index{};
    for (int axis = layout.rank - 1; axis >= 0; --axis) {
        index[axis] = position % layout.shape[axis];
        position /= layout.shape[axis];
    }
    return index;
}

std::string shape_text(const Layout& layout) {
    std::string text;
    for (int axis = 0; axis < layout.rank; ++axis) text += (axis ? "×" : "") + std::to_string(layout.shape[axis]);
    return text;
}

}  // namespace vitrine
