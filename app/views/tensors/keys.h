#pragma once
/// Keys of the tensors view: arrows go from cell to cell, / looks for a tensor, and what is typed goes to the search.

#include <string>
#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether what is typed is a search: then no letter is a shortcut.
bool is_searching(const State& state);

/// What keys and text do to the search. Returns what Tab is to do where there is nothing to complete: −1 to the anchor before, 1 to
/// the one after, 0 nothing. Escape and Enter take the keyboard away from it.
int type_search(const Input& input, const State& state, std::string& focus, Commands& commands);

/// A key while nothing is typed; `focus` may become the search.
void press_in_tensors(std::string_view key, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
