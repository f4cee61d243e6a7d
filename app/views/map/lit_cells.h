#pragma once
/// The cells that light up with the selected cell: those it is computed from and those it goes into.

#include "app/state/state.h"

namespace vitrine {

struct LitCells {
    enum class Part { operand, use };

    std::string path;
    CellBox cells;
    Part part;
};

/// Empty if no cell is selected. Cells of K are also lit in Kᵀ.
std::vector<LitCells> lit_cells(const State& state);

}  // namespace vitrine
