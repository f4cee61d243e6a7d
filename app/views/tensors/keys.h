#pragma once
/// Keys of the tensors view: arrows move from cell to cell, / starts a search, and typed text goes into the search.

#include <string>
#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether typed text goes into the search: then letters are no shortcuts.
bool is_searching(const State& state);

/// Handles keys and text for the search. Returns where Tab leads if there is nothing to complete: −1 to the previous anchor, 1 to
/// the next one, 0 nowhere. Escape and Enter move the keyboard focus out of the search.
int type_search(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles a key while no text is typed; may set `focus` to the search.
void press_in_tensors(std::string_view key, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
