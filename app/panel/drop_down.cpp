#include "app/panel/drop_down.h"

#include <algorithm>

#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"

namespace vitrine {

namespace {

constexpr float row_height = 48, box_padding = 6, remark_height = 30;

bool draw_entry(Ui& ui, const Rect& row, const DropDownEntry& entry) {
    const Interaction does = ui.entry(entry.anchor, row, entry.title);
    if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    if (entry.chosen) ui.fill(rect_at({row.min.x, row.min.y + 10}, 3, row.height() - 20), ui.theme.accent, 1);
    ui.text({row.min.x + 14, row.min.y + 7}, Font::body_strong, ui.theme.text, entry.title);
    ui.text({row.min.x + 14, row.min.y + 26}, Font::note, entry.failing ? ui.theme.error : ui.theme.dim, entry.text,
            {.max_width = row.width() - 28, .shorten = entry.shorten});
    return does.clicked;
}

Rect box_of(const DropDownList& list, const Rect& area) {
    const float remark = list.remark.empty() ? 0 : remark_height;
    const float content = drop_down_height(list.entries.size()) + remark;
    return rect_at(list.corner, std::min(list.width, area.max.x - list.corner.x - 12),
                   std::min(content, area.max.y - list.corner.y - 12));
}

}  // namespace

float drop_down_height(std::size_t entries) { return row_height * static_cast<float>(entries) + 2 * box_padding; }

std::optional<std::size_t> draw_drop_down_list(Ui& ui, const Rect& area, const DropDownList& list, const State& state,
                                               Commands& commands) {
    std::optional<std::size_t> clicked;
    const Rect box = box_of(list, area);
    begin_floating_box(ui, "menu", box);
    Column column = begin_column(ui, "menu", box.inset(box_padding), state, 0, 0);
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        if (draw_entry(ui, column.row(row_height), list.entries[i])) clicked = i;
    }
    if (!list.remark.empty()) {
        const Rect line = column.row(remark_height);
        ui.text({line.min.x + 14, line.centre().y}, Font::note, ui.theme.faint, list.remark, {.vertical = VerticalAlign::middle});
    }
    end_column(column, "menu", commands, 0);
    ui.end_floating();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
    return clicked;
}

}  // namespace vitrine
