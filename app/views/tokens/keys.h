#pragma once
/// Keys of the tokens view: typed text goes into its text field. Its other keys are actions.

#include <string>
#include <string_view>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/widgets/input.h"

namespace vitrine {

/// Whether typed text goes into the text field: then letters are no shortcuts.
bool types_text(const State& state);

/// Handles keys and text for the text field. Returns where Tab leads: −1 to the previous anchor, 1 to the next one, 0 nowhere.
/// Escape and Enter move the keyboard focus out of the field.
int type_text(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles a key while no text is typed; may set `focus` to the text field.
void press_in_tokens(std::string_view key, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
