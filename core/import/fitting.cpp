#include "core/import/fitting.h"

#include <algorithm>
#include <numeric>

namespace vitrine {

namespace {

/// The two axes of a matrix: those that are not 1 long, or both of two.
std::optional<std::pair<int, int>> two_axes(const ForeignTensor& tensor) {
    if (tensor.rank() == 2) return std::pair(0, 1);
    std::vector<int> long_ones;
    for (int axis = 0; axis < tensor.rank(); ++axis) {
        if (tensor.shape[static_cast<std::size_t>(axis)] != 1) long_ones.push_back(axis);
    }
    return long_ones.size() == 2 ? std::optional(std::pair(long_ones[0], long_ones[1])) : std::nullopt;
}

Size length_of(const ForeignTensor& tensor, int axis) { return tensor.shape[static_cast<std::size_t>(axis)]; }

/// These axes first, and then the others.
std::vector<int> with_the_rest(std::vector<int> axes, int rank) {
    for (int axis = 0; axis < rank; ++axis) {
        if (std::find(axes.begin(), axes.end(), axis) == axes.end()) axes.push_back(axis);
    }
    return axes;
}

}  // namespace

std::optional<std::vector<int>> matrix_axes(const ForeignTensor& tensor, Size outputs, Size inputs, bool in_out) {
    const auto axes = two_axes(tensor);
    if (!axes) return std::nullopt;
    const auto [first, second] = *axes;
    const Size a = length_of(tensor, first), b = length_of(tensor, second);
    const bool as_ours = a == outputs && b == inputs, other_way = a == inputs && b == outputs;
    if (!as_ours && !other_way) return std::nullopt;
    const bool turn = as_ours && other_way ? in_out : other_way;
    return with_the_rest(turn ? std::vector{second, first} : std::vector{first, second}, tensor.rank());
}

std::optional<bool> is_in_out(const ForeignTensor& tensor, Size outputs, Size inputs) {
    if (outputs == inputs) return std::nullopt;
    const auto axes = two_axes(tensor);
    if (!axes || !matrix_axes(tensor, outputs, inputs, false)) return std::nullopt;
    return length_of(tensor, axes->first) == inputs;
}

std::optional<std::vector<int>> heads_axes(const ForeignTensor& tensor, Size width, Size count, bool to_heads, bool in_out) {
    if (tensor.rank() < 3 || tensor.count() != count) return std::nullopt;
    std::vector<int> wide;
    for (int axis = 0; axis < tensor.rank(); ++axis) {
        if (length_of(tensor, axis) == width) wide.push_back(axis);
    }
    if (wide.empty()) return std::nullopt;
    // Input × output has the vector's axis before the heads' on the way to them, and behind them on the way back.
    const int axis = to_heads == in_out ? wide.front() : wide.back();
    if (!to_heads) return with_the_rest({axis}, tensor.rank());
    std::vector<int> axes(tensor.shape.size());
    std::iota(axes.begin(), axes.end(), 0);
    axes.erase(axes.begin() + axis);
    axes.push_back(axis);
    return axes;
}

std::vector<int> shortest(const std::vector<int>& axes) {
    return std::is_sorted(axes.begin(), axes.end()) ? std::vector<int>{} : axes;
}

}  // namespace vitrine
