#include <algorithm>
#include <utility>

#include "app/actions/actions.h"
#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/opening/commands.h"
#include "app/panel/measures.h"
#include "app/run/request.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"

namespace vitrine {

namespace {

constexpr float width = 420, padding = 8, row_height = 26, titles_height = 36, tip_height = 46, group_gap = 9;

float menu_row_height(const Ui& ui) { return is_narrow(ui.size()) ? touch_height : row_height; }

/// A row of a menu.
struct MenuRow {
    std::string anchor, label, shortcut, tip, refused;
    bool chosen = false, begins_group = false;
};

std::vector<MenuRow> rows_of(ActionMenu menu, const State& state) {
    std::vector<MenuRow> rows;
    int group = 0;
    for (const Action& action : actions(state)) {
        if (action.menu != menu || action.listing == Listing::palette_only) continue;
        const bool begins_group = std::exchange(group, action.group) != action.group;
        rows.push_back({.anchor = "menu/" + action.id,
                        .label = label_of(action, state),
                        .shortcut = shortcut_of(action),
                        .tip = action.tip,
                        .refused = refusal_of(action, state),
                        .chosen = is_chosen(action, state),
                        .begins_group = begins_group});
    }
    if (menu != ActionMenu::file) return rows;
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(most, state.recent.size()); ++i) {
        rows.push_back({.anchor = "menu/file/recent/" + std::to_string(i),
                        .label = state.recent[i].name,
                        .shortcut = {},
                        .tip = place_of(state.recent[i].request),
                        .refused = {},
                        .begins_group = i == 0});
    }
    return rows;
}

/// Carries out what an anchor of this menu stands for.
void act(const std::string& anchor, const State& state, Commands& commands) {
    commands.push_back(SetMenu{""});
    const std::string recent = "menu/file/recent/";
    if (anchor.starts_with(recent)) {
        return commands.push_back(OpenModel{state.recent[std::stoul(anchor.substr(recent.size()))].request});
    }
    if (const Action* action = find_action(state, anchor.substr(std::string("menu/").size()))) perform(*action, state, commands);
}

/// Returns the entry's hint for the line below, if the pointer or the ring is on the entry.
std::string draw_row(Ui& ui, const Rect& area, const MenuRow& row, const State& state, Commands& commands) {
    const Interaction does = ui.entry(row.anchor, area, row.label);
    const bool able = row.refused.empty();
    if (does.hovered || does.focused) ui.fill(area, ui.theme.raised, metrics::radius);
    const float middle = area.centre().y;
    if (row.chosen) draw_icon(ui, {area.min.x + 16, middle}, Icon::check, able ? ui.theme.text : ui.theme.faint);
    const Colour colour = able ? ui.theme.text : faded(ui.theme.faint, 0.75f);
    float right = area.max.x - 10;
    if (!row.shortcut.empty()) {
        right = ui.text({right, middle}, Font::note, able ? ui.theme.dim : colour, row.shortcut,
                        {.align = Align::right, .vertical = VerticalAlign::middle})
                    .min.x -
                12;
    }
    const float left = area.min.x + 32;
    ui.text({left, middle}, Font::body, colour, row.label,
            {.max_width = right - left, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    if (does.clicked && able) act(row.anchor, state, commands);
    if (!does.hovered && !does.focused) return {};
    return able ? row.tip : "Not now: " + row.refused + ".";
}

float height_of(const Ui& ui, const std::vector<MenuRow>& rows) {
    float height = 0;
    for (const MenuRow& row : rows) height += menu_row_height(ui) + (row.begins_group && &row != rows.data() ? group_gap : 0);
    return height;
}

void draw_titles(Ui& ui, const Rect& line, ActionMenu open, Commands& commands) {
    std::vector<Segment> titles;
    for (const ActionMenuInfo& menu : action_menus()) titles.push_back({"menu/" + std::string(menu.name), std::string(menu.label)});
    const float left = line.min.x + 2;
    if (const auto clicked = segmented(ui, {left, line.min.y + 4}, titles, static_cast<int>(open), ui.theme.dim)) {
        commands.push_back(SetMenu{titles[static_cast<std::size_t>(*clicked)].name});
    }
}

std::string draw_rows(Ui& ui, const Rect& view, const std::vector<MenuRow>& rows, const State& state, Commands& commands) {
    std::string said;
    Column column = begin_column(ui, "menu", view, state, 0, 0);
    for (const MenuRow& row : rows) {
        if (row.begins_group && &row != rows.data()) {
            const Rect gap = column.row(group_gap);
            ui.fill({{gap.min.x + 8, gap.min.y + 4}, {gap.max.x - 8, gap.min.y + 5}}, ui.theme.line);
        }
        const std::string says = draw_row(ui, column.row(menu_row_height(ui)), row, state, commands);
        if (!says.empty()) said = says;
    }
    end_column(column, "menu", commands, 0);
    return said;
}

/// At most two lines; a long path, which cannot be broken, is shortened.
void draw_said(Ui& ui, const Rect& area, const std::string& said) {
    Column column{ui, area.min.x, area.max.x - 8, area.min.y};
    const auto lines = wrapped(ui.fonts, Font::note, said, column.width());
    for (std::size_t i = 0; i < std::min<std::size_t>(2, lines.size()); ++i) column.line(16, Font::note, ui.theme.dim, lines[i]);
}

}  // namespace

void draw_menus(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    for (std::size_t i = 0; i < action_menus().size(); ++i) {
        if (state.menu != "menu/" + std::string(action_menus()[i].name)) continue;
        const auto menu = static_cast<ActionMenu>(i);
        const std::vector<MenuRow> rows = rows_of(menu, state);
        constexpr float margin = 12;
        const bool narrow = is_narrow(ui.size());
        const float top = narrow ? 50 : 46;
        const float wanted = titles_height + height_of(ui, rows) + tip_height + 2 * padding;
        const float broad = std::min(width, area.width() - 2 * margin);
        const Rect box =
            rect_at({area.max.x - margin - broad, area.min.y + top}, broad, std::min(wanted, area.height() - top - margin));
        begin_floating_box(ui, "menu", box);
        const Rect inner = box.inset(padding);
        draw_titles(ui, {inner.min, {inner.max.x, inner.min.y + titles_height}}, menu, commands);
        const Rect view{{inner.min.x, inner.min.y + titles_height}, {inner.max.x, inner.max.y - tip_height}};
        const std::string said = draw_rows(ui, view, rows, state, commands);
        ui.fill({{inner.min.x, view.max.y + 4}, {inner.max.x, view.max.y + 5}}, ui.theme.line);
        ui.place("menu/said", {{inner.min.x, view.max.y}, inner.max});
        const std::string hint = !said.empty() ? said
                                 : narrow      ? "Find finds every command by a few letters of its name."
                                               : "Ctrl+P finds every command by a few letters of its name.";
        draw_said(ui, {{inner.min.x + 8, view.max.y + 10}, inner.max}, hint);
        ui.end_floating();
        if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
    }
}

}  // namespace vitrine
