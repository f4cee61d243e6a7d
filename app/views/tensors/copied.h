#pragma once
/// The text that Ctrl+C copies.

#include "app/state/state.h"
#include "app/views/tensors/state.h"

namespace vitrine {

/// With a selected cell: its path and index, its place in words, and its full value. Otherwise the shown plane, with a line for
/// each row, cells separated by tabs, and tokens beside rows and above columns; also of the gradient if that is shown. Empty if
/// no model is open. In the tensors view: the selected cell or the shown plane, in the form chosen there.
std::string copied_text(const State& state);

/// The most cells that are copied. More would give tens of megabytes of text.
constexpr Size most_copied_cells = 1'000'000;

/// Whether the plane or the tensor shown in the tensors view has more than most_copied_cells. False for cells and rows.
bool too_large_to_copy(const State& state, CopyWhat what);

/// A part of the selected tensor, or of its gradient if only that is shown, in the layout and form chosen in the tensors view.
/// Empty if no cell is selected (for cell and row), or if the part is too large.
std::string copied_part(const State& state, CopyWhat what);

}  // namespace vitrine
