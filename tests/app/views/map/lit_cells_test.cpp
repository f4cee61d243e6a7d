#include "app/views/map/lit_cells.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/run/edited.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "tests/app/opened.h"

namespace vitrine::lit_cells_test {
using namespace vitrine::tests;

namespace {

const std::string attention = "encoder.layers.0.self_attn.";

const LitCells* find(const std::vector<LitCells>& lit, const std::string& path) {
    const auto found = std::ranges::find(lit, path, &LitCells::path);
    return found == lit.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("nothing is lit before a cell is selected") { CHECK(lit_cells(opened("navigation")).empty()); }

TEST_CASE("a score lights its query's row, its key's row, the key's column of Kᵀ, and the score behind the mask") {
    State state = opened("navigation");
    apply(state, SelectCell{attention + "scores", {0, 1, 2, 0}});
    const auto lit = lit_cells(state);
    REQUIRE(find(lit, attention + "query"));
    CHECK(find(lit, attention + "query")->cells == CellBox{{0, 1, 2, 0}, {0, 1, 2, 1}});
    REQUIRE(find(lit, attention + "key_transposed"));
    CHECK(find(lit, attention + "key_transposed")->cells == CellBox{{0, 1, 0, 0}, {0, 1, 1, 0}});
    CHECK(find(lit, attention + "key_transposed")->part == LitCells::Part::operand);
    REQUIRE(find(lit, attention + "masked_scores"));
    CHECK(find(lit, attention + "masked_scores")->part == LitCells::Part::use);
}

TEST_CASE("the cell that was selected before is found again, and what no longer exists is not") {
    State state = opened("navigation");
    apply(state, SelectCell{attention + "scores", {0, 1, 2, 0}});
    apply(state, SelectCell{attention + "query", {0, 1, 2, 1}});
    apply(state, GoBack{});
    CHECK(state.selection.tensor == attention + "scores");
    CHECK(state.selection.cell == Index{0, 1, 2, 0});
    apply(state, GoForward{});
    CHECK(state.selection.tensor == attention + "query");
}

}  // namespace vitrine::lit_cells_test
