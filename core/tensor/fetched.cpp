#include "core/tensor/fetched.h"

namespace vitrine {

Index cell_of(const Window& window, Size place) {
    Index cell = window.first;
    for (std::size_t axis = max_rank; axis-- > 0; place /= window.count[axis]) cell[axis] += place % window.count[axis];
    return cell;
}

double fetched_cell(const FetchedCells& cells, Size offset) {
    float cell = 0;
    cells.read({.first = index_of(cells.layout(), offset), .count = {1, 1, 1, 1}}, &cell);
    return static_cast<double>(cell);
}

}  // namespace vitrine
