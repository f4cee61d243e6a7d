#pragma once
/// The one list of what a person can ask for by name: the menus, the command palette, the keys and the page of keys all come from
/// it. A new action is one entry in the file of its menu, actions_MENU.cpp.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.h"
#include "app/base/state.h"


namespace vitrine {

/// The menus, from left to right.
enum class ActionMenu : std::uint8_t { file, edit, view, go, run, help };

struct ActionMenuInfo {
    std::string_view name;   ///< the first part of its actions' ids; its anchor is "menu/NAME"
    std::string_view label;  ///< its title
};

/// All of them, in the order of the enumeration.
std::span<const ActionMenuInfo> action_menus();

/// Where an action is found beside the palette, which has them all.
enum class Listing : std::uint8_t { entry, first_of_group, palette_only };

struct Action {
    std::string id;     ///< "go/next-step"; its anchor is "menu/" and the id
    std::string label;  ///< "Next step"
    ActionMenu menu{};
    Listing listing = Listing::entry;
    std::string keys = {};               ///< chords as Input writes them, apart by spaces; the first is shown
    ViewSet key_views = ViewSet::all();  ///< where its keys mean this
    std::string tip = {};                ///< a sentence on what it does
    std::string also = {};               ///< other words that the palette finds it by

    std::function<void(const State&, Commands&)> perform = {};
    std::function<std::string(const State&)> refused = {};    ///< why it cannot be done now; empty, or no function: it can
    std::function<bool(const State&)> chosen = {};            ///< whether a check mark stands before it
    std::function<std::string(const State&)> label_now = {};  ///< a label that depends: "Undo silence head 2"
};

/// All of them, menu after menu, in the order of their entries.
std::span<const Action> actions();

const Action* find_action(std::string_view id);

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

// The entries, a file for each menu.
std::vector<Action> file_actions();
std::vector<Action> edit_actions();
std::vector<Action> view_actions();
std::vector<Action> go_actions();
std::vector<Action> run_actions();
std::vector<Action> help_actions();

}  // namespace vitrine
