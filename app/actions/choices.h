#pragma once
/// Actions that several views define in the same way.

#include <cstddef>
#include <string>
#include <vector>

#include "app/base/action.h"
#include "app/state/refusals.h"
#include "app/state/window_commands.h"

namespace vitrine {

/// A key that switches between the map and a module's view.
inline Action map_or_view(const Module& module, const char* key) {
    return {.id = "view/toggle-" + std::string(module.name),
            .label = "The map or " + std::string(module.label),
            .menu = ActionMenu::view,
            .for_lessons = true,
            .listing = Listing::palette_only,
            .keys = key,
            .tip = "Changes between the two.",
            .perform = [view = View{module.name}](const State& state, Commands& commands) {
                commands.push_back(SetView{state.view == view ? View::map : view, true});
            }};
}

/// Actions for a group of buttons of which one is chosen. They are listed in the palette only.
template <class Choices, class Give, class Is>
void add_choices(std::vector<Action>& list, const Module& module, const Choices& choices, const char* of, Give give, Is is) {
    const View view{module.name};
    for (std::size_t i = 0; i < choices.size(); ++i) {
        list.push_back({.id = "view/" + std::string(module.name) + "-" + of + "-" + std::string(choices[i].name),
                        .label = std::string(module.label) + ": " + of + " " + std::string(choices[i].label),
                        .menu = ActionMenu::view,
                        .for_lessons = true,
                        .group = 5,
                        .listing = Listing::palette_only,
                        .tip = std::string(choices[i].tip),
                        .perform =
                            [view, give, i](const State& state, Commands& commands) {
                                if (state.view != view) commands.push_back(SetView{view});
                                commands.push_back(give(i));
                            },
                        .refused = needs_run,
                        .chosen = [is, i](const State& state) { return is(state) == i; }});
    }
}

}  // namespace vitrine
