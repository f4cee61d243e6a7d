#include "app/views/train/panel.h"

#include <algorithm>

#include "app/base/command.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/train/parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

std::string task_text(const std::string& name) {
    const std::vector<TaskInfo>& tasks = list_tasks();
    const auto found = std::ranges::find(tasks, name, &TaskInfo::name);
    return found == tasks.end() ? "" : found->text;
}

float draw_task(Ui& ui, const TrainColumn& column, float y) {
    section_title(ui, rect_at({column.left, y}, column.width(), 16), "TASK");
    y += 24;
    const std::string& task = column.training().settings.task;
    const Rect field = rect_at({column.left, y}, column.width(), metrics::control);
    if (drop_down(ui, "train/task", field, task)) {
        column.commands.push_back(SetMenu{column.state.menu.empty() ? "train/task" : ""});
    }
    y = field.max.y + 8;
    return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, task_text(task), {.width = column.width()}).max.y + train_gap;
}

}  // namespace

void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TrainColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin, state, commands};
    float y = begin_scroll(ui, "train", area, state) + 16;
    y = draw_task(ui, column, y);
    y = draw_train_buttons(ui, column, y);
    y = draw_train_breakdown(ui, column, y);
    y = draw_train_numbers(ui, column, y);
    y = draw_train_rate(ui, column, y);
    y = draw_train_options(ui, column, y);
    end_scroll(ui, "train", y, commands);
}

}  // namespace vitrine
