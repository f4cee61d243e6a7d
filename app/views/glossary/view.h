#pragma once
/// The glossary: what the paper's terms mean, and where they appear.

#include "app/base/module.h"
#include "app/panel/panel.h"
#include "app/widgets/input.h"

namespace vitrine {

/// The record of the view, as app/base/module.h describes it; the rest are parts of it.
extern const Module glossary_module;

std::vector<Action> glossary_actions(const Module& own);

/// Adds "glossary" to what scripts and tests see.
void describe_glossary(const State& state, nlohmann::ordered_json& json);

/// Draws the left column: a search, and the terms it finds.
void draw_terms(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Draws one term: its text, the views about it, and its places in the open run.
void draw_glossary(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// Whether typed text goes into the search, so that letters are not shortcuts.
bool is_looking_up(const State& state);

/// Handles keys and text for the search. Returns where Tab leads: −1 to the previous anchor, 1 to the next one, 0 nowhere. Escape
/// and Enter move the keyboard focus out of the search.
int type_lookup(const Input& input, const State& state, std::string& focus, Commands& commands);

/// Handles a key while no text is being typed. May set `focus` to the search.
void press_in_glossary(std::string_view key, const State& state, std::string& focus, Commands& commands);

/// Handles Escape: clears the search.
void leave_search(const State& state, Commands& commands);

}  // namespace vitrine
