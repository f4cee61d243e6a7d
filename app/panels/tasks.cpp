#include "app/panels/tasks.h"

#include <algorithm>

#include "app/widgets/controls.h"

namespace vitrine {

namespace {

constexpr float row_height = 46, width = 460, padding = 6, remark_height = 30;

void draw_entry(Ui& ui, const Rect& row, const TaskInfo& task, const State& state, Commands& commands) {
    const Interaction does = ui.control("train/task/" + task.name, row);
    const bool chosen = state.training.settings.task == task.name;
    if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
    if (chosen) ui.fill(rect_at({row.min.x, row.min.y + 10}, 3, row.height() - 20), ui.theme.accent, 1);
    ui.text({row.min.x + 14, row.min.y + 6}, Font::body_strong, ui.theme.text, task.name);
    ui.text({row.min.x + 14, row.min.y + 25}, Font::note, ui.theme.dim, task.text,
            {.max_width = row.width() - 28, .shorten = Shorten::end});
    if (does.clicked) commands.push_back(SetTask{task.name});
}

}  // namespace

void draw_tasks(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "train/task") return;
    const std::vector<TaskInfo>& tasks = list_tasks();
    const float content = row_height * static_cast<float>(tasks.size()) + remark_height;
    // Below its field, which may have been scrolled away a little.
    const auto scrolled = state.scroll.find("train");
    const float field = area.min.y + 48 + 16 + 24 + metrics::control + 4 - (scrolled == state.scroll.end() ? 0 : scrolled->second);
    const ImVec2 corner{area.min.x + metrics::margin, std::max(area.min.y + 52, field)};
    const float height = std::min(content + 2 * padding, area.max.y - corner.y - 12);
    const Rect box = rect_at(corner, std::min(width, area.max.x - corner.x - 12), height);

    ui.begin_floating(box);
    ui.fill(box.inset(-1).moved(0, 3), ui.theme.shadow, metrics::card_radius);
    ui.fill(box, ui.theme.panel, metrics::card_radius);
    ui.frame(box, ui.theme.line, metrics::card_radius);
    ui.place("menu", box);
    float y = begin_scroll(ui, "menu", box.inset(padding), state);
    for (const TaskInfo& task : tasks) {
        draw_entry(ui, rect_at({box.min.x + padding, y}, box.width() - 2 * padding, row_height), task, state, commands);
        y += row_height;
    }
    ui.text({box.min.x + padding + 14, y + remark_height / 2}, Font::note, ui.theme.faint, "Another task starts a new training.",
            {.vertical = VerticalAlign::middle});
    end_scroll(ui, "menu", y + remark_height, commands);
    ui.end_floating();
    if (ui.pointer().pressed && !box.contains(ui.pointer().position)) commands.push_back(SetMenu{""});
}

}  // namespace vitrine
