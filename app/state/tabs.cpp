#include "app/state/tabs.h"

#include <algorithm>

#include "app/state/saved_fields.h"

namespace vitrine {

bool keeps_tab(const State& state, const Module& view) {
    return std::ranges::find(state.of<KeptTabs>().views, view.name) != state.of<KeptTabs>().views.end();
}

std::vector<const Module*> wanted_tabs(const State& state) {
    std::vector<const Module*> tabs = views(state.modules);
    std::erase_if(
        tabs, [&](const Module* view) { return view->main_tab == 0 && view->name != state.view.name && !keeps_tab(state, *view); });
    return tabs;
}

void keep_tab(State& state, const Module& view) {
    if (view.main_tab > 0 || state.lesson_acts || keeps_tab(state, view)) return;
    state.of<KeptTabs>().views.emplace_back(view.name);
}

void do_command(State& state, const PutTabBack& command) {
    if (!state.lesson_acts) std::erase(state.of<KeptTabs>().views, command.view.name);
    state.menu.clear();
}

namespace {

struct TabHabits {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        visit("kept_tabs", state.template of<KeptTabs>().views);
    }
};

}  // namespace

const Module tabs_module{
    .name = "tabs",
    .habits = saved_fields<TabHabits>(),
    .describe = [](const State& state, nlohmann::ordered_json& json) { json["tabs"]["kept"] = state.of<KeptTabs>().views; },
};

}  // namespace vitrine
