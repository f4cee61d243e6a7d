#pragma once
/// What Ctrl+C takes along, as text.

#include "app/state/state.h"
#include "app/views/tensors/state.h"

namespace vitrine {

/// With a cell selected: its path and index, its place in words and its value in full. Otherwise the plane that is shown, a line
/// per row, cells apart by tabs, with the tokens beside rows and above columns. With gradients on the screen it is these, or both.
/// Empty where nothing is open. In the tensors view it is the selected cell or the shown plane in the form chosen there.
std::string copied_text(const State& state);

/// More cells are not copied: the text would be tens of megabytes.
constexpr Size most_copied_cells = 1'000'000;

/// Whether the picture, or the tensor, that the tensors view shows has more cells than are copied. Cells and rows never have.
bool too_large_to_copy(const State& state, CopyWhat what);

/// A part of the selected tensor, or of its gradient where that alone is shown, as the tensors view lays it out and in the form
/// chosen there. Empty where there is none: no cell is selected, and so no row, or it is too large.
std::string copied_part(const State& state, CopyWhat what);

}  // namespace vitrine
