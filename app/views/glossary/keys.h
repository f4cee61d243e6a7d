#pragma once
/// Keys of the glossary: up and down move from term to term, / starts a search.

#include <string>
#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether typed text goes into the search: then letters are no shortcuts.
bool is_looking_up(const State& state);

/// Handles keys and text for the search. Returns where Tab leads: −1 to the previous anchor, 1 to the next one, 0 nowhere. Escape
/// and Enter move the keyboard focus out of the search.
int type_lookup(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles a key while no text is typed; may set `focus` to the search.
void press_in_glossary(std::string_view key, const State& state, std::string& focus, Commands& commands);

/// Handles Escape: clears the search.
void leave_search(const State& state, Commands& commands);

}  // namespace vitrine
