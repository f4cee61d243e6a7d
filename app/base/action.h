#pragma once
/// Actions: what a user can ask for by name, in the menus, in the command palette, and with keys.

#include <functional>
#include <span>
#include <string>

#include "app/base/command.h"
#include "app/base/view.h"

namespace vitrine {

/// The menus, from left to right.
enum class ActionMenu : std::uint8_t { file, edit, view, go, run, lesson, help };

struct ActionMenuInfo {
    std::string_view name;   ///< the first part of its actions' ids; its anchor is "menu/NAME"
    std::string_view label;  ///< its title
};

/// All menus, in the order of the enumeration.
std::span<const ActionMenuInfo> action_menus();

/// Whether an action has an entry in its menu. The palette lists every action.
enum class Listing : std::uint8_t { entry, palette_only };

struct Action {
    std::string id;     ///< "go/next-step"; its anchor is "menu/" and the id
    std::string label;  ///< "Next step"
    ActionMenu menu{};
    bool for_lessons = false;  ///< whether the file of a lesson may perform it, because it writes, opens, discards and ends
                               ///< nothing
    int group = 0;             ///< entries of a menu are grouped by these numbers, in ascending order, with a line between groups
    Listing listing = Listing::entry;
    std::string keys = {};               ///< chords as in Input, separated by spaces; the first one is shown
    ViewSet key_views = ViewSet::all();  ///< the views in which its keys work
    std::string tip = {};                ///< a sentence on what it does
    std::string also = {};               ///< further words by which the palette finds it
    std::string_view find_word = {};     ///< what the palette calls it, "lesson" or "term"; empty: a command

    std::function<void(const State&, Commands&)> perform = {};
    std::function<std::string(const State&)> refused = {};    ///< why it cannot be done now; empty or no function: it can
    std::function<bool(const State&)> chosen = {};            ///< whether its menu entry has a check mark
    std::function<std::string(const State&)> label_now = {};  ///< its label in this state: "Undo silence head 2"
};

/// For Action::perform: a function that always gives this command.
inline std::function<void(const State&, Commands&)> gives(Command command) {
    return [command = std::move(command)](const State&, Commands& commands) { commands.push_back(command); };
}

}  // namespace vitrine
