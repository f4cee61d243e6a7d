#include "tests/core/trace/equation_amount.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace vitrine::tests {

Amount each(const Amount& a, const Amount& b, const std::function<double(double, double)>& make) {
    const Amount& large = a.is_number() ? b : a;
    if (!a.is_number() && !b.is_number() && (a.rows != b.rows || a.columns != b.columns))
        throw std::runtime_error(fmt::format("{} × {} beside {} × {}", a.rows, a.columns, b.rows, b.columns));
    Amount result(large.rows, large.columns);
    for (std::size_t i = 0; i < result.cells.size(); ++i)
        result.cells[i] = make(a.cells[a.is_number() ? 0 : i], b.cells[b.is_number() ? 0 : i]);
    return result;
}

Amount mapped(Amount a, const std::function<double(double)>& make) {
    std::ranges::transform(a.cells, a.cells.begin(), make);
    return a;
}

Amount times(const Amount& a, const Amount& b) {
    if (a.is_number() || b.is_number() || b.rows == 1) return each(a, b, std::multiplies<>());
    if (a.columns != b.rows) throw std::runtime_error("a row does not fit its matrix");
    Amount result(a.rows, b.columns);
    for (Size i = 0; i < a.rows; ++i) {
        for (Size j = 0; j < b.columns; ++j) {
            double sum = 0;
            for (Size k = 0; k < a.columns; ++k) sum += a.at(i, k) * b.at(k, j);
            result.at(i, j) = sum;
        }
    }
    return result;
}

Amount transposed_of(const Amount& a) {
    Amount result(a.columns, a.rows);
    for (Size i = 0; i < a.rows; ++i) {
        for (Size j = 0; j < a.columns; ++j) result.at(j, i) = a.at(i, j);
    }
    return result;
}

namespace {

bool runs_over_words(Axis axis) { return axis == Axis::position || axis == Axis::query || axis == Axis::key; }

}  // namespace

Size place_left_out(const Layout& layout, int axis, const LetterPlaces& at) {
    const auto place = [&](char letter) { return at.contains(letter) ? at.at(letter) : Size{0}; };
    if (layout.axes[axis] == Axis::batch) return place('b');
    if (layout.axes[axis] == Axis::head) return layout.shape[axis] == 1 ? 0 : place('h');
    return at.contains('l') ? place('l') : place('q');
}

Amount whole(const TensorView& tensor, const LetterPlaces& at) {
    const Layout& layout = tensor.layout;
    const bool recorded = layout.axes[0] == Axis::batch || runs_over_words(layout.axes[0]);
    const int free = recorded && layout.rank == 2 && layout.axes[0] == Axis::batch ? 0 : recorded ? 1 : layout.rank;
    Index cell{};
    for (int axis = 0; axis < layout.rank - free; ++axis) cell[static_cast<std::size_t>(axis)] = place_left_out(layout, axis, at);
    if (free == 0) return tensor.at(cell);
    const Size columns = layout.shape[layout.rank - 1];
    Amount result(free == 1 ? 1 : layout.shape[0], columns);
    for (Size row = 0; row < result.rows; ++row) {
        if (free == 2) cell[0] = row;
        for (Size column = 0; column < columns; ++column) {
            cell[static_cast<std::size_t>(layout.rank - 1)] = column;
            result.at(row, column) = tensor.at(cell);
        }
    }
    return result;
}

}  // namespace vitrine::tests
