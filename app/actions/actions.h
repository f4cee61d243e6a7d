#pragma once
/// The one list of what a person can ask for by name: the menus, the command palette, the keys and the page of keys all come from
/// it. Every module adds its own entries; those of no module in particular are in the file of their menu.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/action.h"
#include "app/state/state.h"

namespace vitrine {

/// All of the program's parts, menu after menu, in the order of their entries.
std::span<const Action> actions(const State& state);

const Action* find_action(const State& state, std::string_view id);

/// The action that a chord stands for now: of those whose keys hold in this view the first that is not refused. Null: none.
const Action* action_of_chord(const State& state, std::string_view chord);

/// Why a chord stands for nothing now: the refusal of the first action that has it here; empty where none has.
std::string refusal_of_chord(const State& state, std::string_view chord);

std::string label_of(const Action& action, const State& state);
std::string refusal_of(const Action& action, const State& state);
bool is_chosen(const Action& action, const State& state);

/// Does it, unless it is refused.
void perform(const Action& action, const State& state, Commands& commands);

/// The chords of an action one by one.
std::vector<std::string> chords_of(const Action& action);

/// "Ctrl+Shift+C", "→", "Space": a chord as keyboards write it.
std::string chord_words(std::string_view chord);

/// The first chord of an action in these words; empty where it has none.
std::string shortcut_of(const Action& action);

// Those of no module in particular, a file for each menu.
std::vector<Action> file_actions();
std::vector<Action> view_actions(Modules modules);
std::vector<Action> go_actions();
std::vector<Action> run_actions();
std::vector<Action> help_actions();

}  // namespace vitrine
