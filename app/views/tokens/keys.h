#pragma once
/// Keys of the view of tokens: what is typed goes to its text. Its other keys are actions.

#include <string>
#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether what is typed is the text: then no letter is a shortcut.
bool types_text(const State& state);

/// What keys and text do to it. Returns where Tab leads: −1 to the anchor before, 1 to the one after, 0 nowhere. Escape and Enter
/// take the keyboard away from it.
int type_text(const Input& input, const State& state, std::string& focus, Commands& commands);

/// A key while nothing is typed; `focus` may become the text.
void press_in_tokens(std::string_view key, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
