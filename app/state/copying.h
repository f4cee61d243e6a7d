#pragma once
/// What Ctrl+C takes along, as text.

#include "app/state/state.h"

namespace vitrine {

/// With a cell selected: its path and index, its place in words and its value in full. Otherwise the plane that is shown, a line
/// per row, cells apart by tabs, with the tokens beside rows and above columns. With gradients on the screen it is these, or both.
/// Empty where nothing is open.
std::string copied_text(const State& state);

}  // namespace vitrine
