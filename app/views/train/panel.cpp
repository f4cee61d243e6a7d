#include <algorithm>

#include "app/state/window_commands.h"
#include "app/views/train/parts.h"
#include "app/views/train/view.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

std::string task_text(const std::string& name) {
    const std::vector<TaskInfo>& tasks = list_tasks();
    const auto found = std::ranges::find(tasks, name, &TaskInfo::name);
    return found == tasks.end() ? "" : found->text;
}

void draw_task(Ui& ui, Column& column, const TrainScene& scene) {
    column.title("TASK", {}, 8);
    const std::string& task = scene.training().settings.task;
    if (drop_down(ui, "train/task", column.row(metrics::control, 8), task))
        scene.commands.push_back(SetMenu{scene.state.menu.empty() ? "train/task" : ""});
    column.paragraph(Font::note, ui.theme.dim, task_text(task), train_gap);
}

}  // namespace

void draw_train(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const TrainScene scene{state, commands};
    Column column = begin_column(ui, "train", area, state);
    draw_task(ui, column, scene);
    draw_train_buttons(ui, column, scene);
    draw_train_breakdown(ui, column, scene);
    draw_train_numbers(ui, column, scene);
    draw_train_rate(ui, column, scene);
    draw_train_options(ui, column, scene);
    end_column(column, "train", commands, 0);
}

}  // namespace vitrine
