#pragma once
/// Keys of the glossary: up and down go from term to term, / looks one up.

#include <string>
#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether what is typed is the search: then no letter is a shortcut.
bool is_looking_up(const State& state);

/// What keys and text do to the search. Returns where Tab leads: −1 to the anchor before, 1 to the one after, 0 nowhere. Escape and
/// Enter take the keyboard away from it.
int type_lookup(const Input& input, const State& state, std::string& focus, Commands& commands);

/// A key while nothing is typed; `focus` may become the search.
void press_in_glossary(std::string_view key, const State& state, std::string& focus, Commands& commands);

/// Escape lets the search go.
void leave_search(const State& state, Commands& commands);

}  // namespace vitrine
