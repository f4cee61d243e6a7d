#pragma once
/// The tokens view: how a text becomes tokens, merge by merge.

#include "app/base/module.h"
#include "app/panel/panel.h"
#include "app/widgets/input.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module tokens_module;

std::vector<Action> tokens_actions(const Module& own);

/// Adds "tokens" to what scripts and tests see.
void describe_tokens(const State& state, nlohmann::ordered_json& json);

/// Draws the tokenizer, and its steps.
void draw_token_choices(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws a text, its pieces, the bytes of one piece, its merges one below the other, and the tokens of the text.
void draw_tokens(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Whether typed text goes into the text field, so that letters are not shortcuts.
bool types_text(const State& state);

/// Handles keys and text for the text field. Returns where Tab leads: −1 to the previous anchor, 1 to the next one, 0 nowhere.
/// Escape and Enter move the keyboard focus out of the field.
int type_text(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles a key while no text is being typed. May set `focus` to the text field.
void press_in_tokens(std::string_view key, const State& state, std::string& focus, Commands& commands);

}  // namespace vitrine
