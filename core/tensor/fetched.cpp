#include "core/tensor/fetched.h"

namespace vitrine {

double fetched_cell(const FetchedCells& cells, Size offset) {
    float cell = 0;
    cells.read({.first = index_of(cells.layout(), offset), .count = {1, 1, 1, 1}}, &cell);
    return static_cast<double>(cell);
}

}  // namespace vitrine
