#include "app/frame/tabs.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/frame/panels.h"
#include "app/panel/drop_down.h"
#include "app/state/tabs.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr const char* more_menu = "top/more";
constexpr float tab_gap = 4, tab_height = 24;

std::string tab_anchor(const Module& view) { return "view/" + std::string(view.name); }

std::vector<Segment> segments_of(const std::vector<const Module*>& tabs) {
    std::vector<Segment> segments;
    for (const Module* view : tabs) segments.push_back({tab_anchor(*view), std::string(view->label), view->tip});
    return segments;
}

float row_width(const Ui& ui, const std::vector<const Module*>& tabs) {
    return segmented_width(ui, segments_of(tabs)) + tab_gap + list_button_width(ui, "More");
}

/// The last tab that can go back under More; end: none can.
auto last_that_can_go(std::vector<const Module*>& tabs, View shown) {
    const auto last = std::find_if(tabs.rbegin(), tabs.rend(),
                                   [&](const Module* view) { return view->main_tab == 0 && view->name != shown.name; });
    return last == tabs.rend() ? tabs.end() : std::prev(last.base());
}

/// "Tensors, Masks, Positions": the views that have no tab.
std::string names_without_tab(const std::vector<const Module*>& tabs, const State& state) {
    std::string names;
    for (const Module* view : views(state.modules)) {
        if (std::ranges::find(tabs, view) != tabs.end()) continue;
        names += (names.empty() ? "" : ", ") + std::string(view->label);
    }
    return names.empty() ? "every view has a tab" : names;
}

/// An entry of the list, and what a click on it does.
struct ListedView {
    DropDownEntry entry;
    Command command;
};

/// The views without a tab, then the tabs that can be put back here.
std::vector<ListedView> listed_views(const Ui& ui, const State& state) {
    std::vector<ListedView> list;
    for (const Module* view : views(state.modules)) {
        if (ui.so_far().find(tab_anchor(*view))) continue;  // its tab has been drawn
        list.push_back({{.anchor = tab_anchor(*view), .title = std::string(view->label), .text = std::string(view->tip)},
                        SetView{View{view->name}, true}});
    }
    for (const Module* view : views(state.modules)) {
        if (view->main_tab > 0 || !keeps_tab(state, *view)) continue;
        list.push_back({{.anchor = std::string(more_menu) + "/put-back/" + std::string(view->name),
                         .title = fmt::format("Put {} back here", view->label),
                         .text = "no tab for this view until it is chosen again"},
                        PutTabBack{View{view->name}}});
    }
    return list;
}

}  // namespace

TabRow tabs_within(const Ui& ui, float room, const State& state) {
    std::vector<const Module*> tabs = wanted_tabs(state);
    while (row_width(ui, tabs) > room) {
        const auto gone = last_that_can_go(tabs, state.view);
        if (gone == tabs.end()) return {};
        tabs.erase(gone);
    }
    return {tabs, row_width(ui, tabs)};
}

void draw_tabs(Ui& ui, ImVec2 corner, const TabRow& row, const State& state, Commands& commands) {
    const int place = static_cast<int>(std::ranges::find(row.tabs, state.view.name, &Module::name) - row.tabs.begin());
    if (const auto clicked = segmented(ui, corner, segments_of(row.tabs), place, ui.theme.dim))
        commands.push_back(SetView{View{row.tabs[static_cast<std::size_t>(*clicked)]->name}, true});
    const float width = list_button_width(ui, "More");
    const Rect more = rect_at({corner.x + row.width - width, corner.y}, width, tab_height);
    if (list_button(ui, more_menu, more, "More", {names_without_tab(row.tabs, state)})) commands.push_back(SetMenu{more_menu});
}

void draw_more(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != more_menu) return;
    const Anchor* from = ui.so_far().find(more_menu);
    if (!from) return commands.push_back(SetMenu{""});  // the window has become too narrow for tabs
    constexpr float margin = 12, width = 420, below = 46;
    const float left = std::min(from->area.min.x, area.max.x - margin - width);
    const std::vector<ListedView> listed = listed_views(ui, state);
    DropDownList list{.corner = {left, area.min.y + below}, .width = width};
    for (const ListedView& one : listed) list.entries.push_back(one.entry);
    if (const auto clicked = draw_drop_down_list(ui, area, list, state, commands)) commands.push_back(listed[*clicked].command);
}

}  // namespace vitrine
