#pragma once
/// The list of all actions, from which the menus, the command palette, the keys and the page of keys are made. Every module adds
/// its own actions; those that belong to no module are in one file per menu.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/action.h"
#include "app/base/browser.h"
#include "app/state/state.h"

namespace vitrine {

/// The actions of all modules, menu after menu, in the order of their entries.
std::span<const Action> actions(const State& state);

const Action* find_action(const State& state, std::string_view id);

/// The action for a key chord: the first that has this key in the shown view and is not refused. Null: none.
const Action* action_of_chord(const State& state, std::string_view chord);

/// Why a chord does nothing now: the refusal of the first action that has the chord in this view; empty if no action has it.
std::string refusal_of_chord(const State& state, std::string_view chord);

std::string label_of(const Action& action, const State& state);
std::string refusal_of(const Action& action, const State& state);
bool is_chosen(const Action& action, const State& state);

/// Throws Error if lessons may not perform the action.
void require_for_lessons(const Action& action);

/// Performs the action unless it is refused. Throws Error if a lesson acts and may not perform it.
void perform(const Action& action, const State& state, Commands& commands);

/// The chords of an action one by one.
std::vector<std::string> chords_of(const Action& action);

/// The chords that can be typed: in a browser, without those that browsers keep for themselves.
std::vector<std::string> shown_chords(const Action& action, bool browser = in_browser);

/// "Ctrl+Shift+C", "→", "Space": a chord as printed on keyboards.
std::string chord_words(std::string_view chord);

/// The first shown chord of an action as text; empty if it has none.
std::string shortcut_of(const Action& action);

// The actions that belong to no module, in one file per menu.
std::vector<Action> file_actions();
std::vector<Action> view_actions(Modules modules);
std::vector<Action> go_actions();
std::vector<Action> run_actions();
std::vector<Action> help_actions();

}  // namespace vitrine
