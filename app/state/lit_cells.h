#pragma once
/// What lights up beside the selected cell: the cells it is made of and those it goes into, wherever they are shown.

#include "app/state/state.h"

namespace vitrine {

struct LitCells {
    enum class Part { operand, use };

    std::string path;
    CellBox cells;
    Part part;
};

/// Empty where no cell is selected. Cells of K are lit in Kᵀ too.
std::vector<LitCells> lit_cells(const State& state);

}  // namespace vitrine
