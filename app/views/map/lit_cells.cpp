#include "app/views/map/lit_cells.h"

#include <utility>

namespace vitrine {

namespace {

/// Adds the same cells of every tensor that shares this one's memory.
void add_views(const Run& run, std::vector<LitCells>& lit) {
    for (std::size_t i = 0, count = lit.size(); i < count; ++i) {
        const std::string view = lit[i].path + "_transposed";
        if (!run.outline().find(view)) continue;
        LitCells transposed = lit[i];
        transposed.path = view;
        std::swap(transposed.cells.first[2], transposed.cells.first[3]);
        std::swap(transposed.cells.last[2], transposed.cells.last[3]);
        lit.push_back(std::move(transposed));
    }
}

}  // namespace

std::vector<LitCells> lit_cells(const State& state) {
    if (!state.run || !state.selection.cell || !selected_tensor(state)) return {};
    const Anatomy& anatomy = *state.run->anatomy;
    const std::string& path = state.selection.tensor;
    std::vector<LitCells> lit;
    for (const CellUse& operand : operand_cells(anatomy.explain(path, *state.selection.cell))) {
        lit.push_back({operand.path, operand.cells, LitCells::Part::operand});
    }
    for (const CellUse& use : anatomy.uses(path, *state.selection.cell)) lit.push_back({use.path, use.cells, LitCells::Part::use});
    add_views(*state.run, lit);
    return lit;
}

}  // namespace vitrine
