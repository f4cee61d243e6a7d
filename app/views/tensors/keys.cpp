#include "app/panel/typed_text.h"
#include "app/state/arrows.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/search.h"
#include "app/views/tensors/view.h"

namespace vitrine {

namespace {

/// Whether Tab can complete the search.
bool completes(const State& state, const std::string& search) {
    if (!state.run || search.empty()) return false;
    return completed(matches(*state.run, search), static_cast<std::size_t>(state.of<TensorsView>().match), search) != search;
}

/// Left and right move the slider that has the focus ring.
void move_slider(std::string_view key, const State& state, Commands& commands) {
    const std::string prefix = "tensors/at/";
    const int by = key == "right" ? 1 : key == "left" ? -1 : 0;
    if (by == 0 || !state.focus.starts_with(prefix) || !selected_tensor(state)) return;
    const Layout layout = state.run->find(state.selection.tensor).layout;
    for (std::size_t axis = 0; axis < layout.rank; ++axis) {
        if (name(layout.axes[axis]) != state.focus.substr(prefix.size())) continue;
        commands.push_back(SetAxisPlace{layout.axes[axis], tensor_axes(state, state.selection.tensor).plane.fixed[axis] + by});
    }
}

}  // namespace

bool is_searching(const State& state) { return state.focus == tensors_search_anchor && state.menu.empty(); }

int type_search(const Input& input, const State& state, std::string& focus, Commands& commands) {
    const auto [search, keys] = typed_into(state.of<TensorsView>().search, input, commands);
    Commands after;
    int leaves = 0;
    for (const std::string& key : keys) {
        if (key == "escape" || key == "enter") focus.clear();
        if (key == "enter") after.push_back(OpenMatch{});
        if (key == "up" || key == "down") after.push_back(MoveMatch{key == "up" ? -1 : 1});
        if (key == "shift+tab") leaves = -1;
        if (key != "tab") continue;
        if (completes(state, search.text)) {
            after.push_back(CompleteSearch{});
        } else {
            leaves = 1;
        }
    }
    if (!(search == state.of<TensorsView>().search)) commands.push_back(SetSearch{search});
    commands.insert(commands.end(), after.begin(), after.end());
    return leaves;
}

void press_in_tensors(std::string_view key, const State& state, std::string& focus, Commands& commands) {
    move_slider(key, state, commands);
    if (key == "/" && focus.empty()) focus = tensors_search_anchor;
    if (focus.empty()) move_by_arrow<MoveCell>(key, commands);
}

}  // namespace vitrine
