/// Draws what the next training begins with and learns from.

#include <algorithm>

#include <fmt/format.h>

#include "app/compare/comparing.h"
#include "app/panel/drop_down.h"
#include "app/run/edited.h"
#include "app/state/learning.h"
#include "app/state/window_commands.h"
#include "app/training/plan.h"
#include "app/views/train/beginning.h"
#include "app/views/train/commands.h"
#include "app/views/train/parts.h"
#include "app/views/train/state.h"
#include "app/views/train/view.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

struct StartChoice {
    TrainingStart from;
    const char *name, *tip;
};

constexpr StartChoice start_choices[training_start_count] = {
    {TrainingStart::open_model, "open-model", "the training starts from the parameters of the open model"},
    {TrainingStart::open_sizes, "open-sizes", "an untrained model with the same sizes and vocabularies"},
    {TrainingStart::new_model, "new-model", "an untrained small model with the sizes chosen below"},
};

std::string label_of(TrainingStart from, const Run* open) {
    const std::string name = open ? open->model->name : "the open model";
    return from == TrainingStart::open_model   ? "Train " + name + " further"
           : from == TrainingStart::open_sizes ? "Like " + name + ", untrained"
                                               : "A new model";
}

/// Why the open model cannot be trained; empty if it can be.
std::string open_refusal(const State& state) {
    const std::shared_ptr<const Run> open = model_to_train(state);
    if (open) return "";
    if (state.of<Learning>().shown) return "the model that was open before is no longer in memory: go back to it first";
    const std::shared_ptr<const Run>& run = working_run(state);
    return further_refusal(run ? opened(run).get() : nullptr);
}

void draw_start_choice(Ui& ui, const Rect& row, const StartChoice& choice, const TrainScene& scene, const std::string& refused) {
    const TrainingView& training = scene.training();
    const bool chosen = training.settings.from == choice.from, enabled = refused.empty();
    const std::shared_ptr<const Run> open = model_to_train(scene.state);
    const std::string name = std::string("train/from/") + choice.name, label = label_of(choice.from, open.get());
    const Interaction does = ui.control(name, row);
    const float radius = 6;
    const ImVec2 middle{row.min.x + radius + 1, row.centre().y};
    const Colour ink = !enabled ? ui.theme.faint : chosen ? ui.theme.accent : ui.theme.dim;
    if (does.hovered && enabled)
        ui.fill({{row.min.x - 6, row.min.y}, {row.max.x + 6, row.max.y}}, ui.theme.raised, metrics::radius);
    ui.list.AddCircle(middle, radius, ink, 20, 1.4f);
    if (chosen) ui.list.AddCircleFilled(middle, 3, ink, 16);
    if (training.started && training.started->from != training.settings.from && chosen)
        ui.list.AddCircleFilled({row.min.x - 9, row.centre().y}, 2.5f, ui.theme.accent, 12);
    ui.text({middle.x + radius + 8, row.centre().y}, chosen ? Font::body_strong : Font::body,
            enabled ? ui.theme.text : ui.theme.faint, label,
            {.max_width = row.max.x - middle.x - radius - 8, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    if (does.hovered) ui.note({label, enabled ? choice.tip : "not now: " + refused});
    if (does.clicked && enabled && !chosen) scene.commands.push_back(SetTrainingStart{choice.from});
}

std::string task_text(const std::string& name) {
    if (name == open_sentences) return "the sentences that the model was opened with, and their labels";
    const std::vector<TaskInfo>& tasks = list_tasks();
    const auto found = std::ranges::find(tasks, name, &TaskInfo::name);
    return found == tasks.end() ? "" : found->text;
}

}  // namespace

void draw_train_start(Ui& ui, Column& column, const TrainScene& scene) {
    column.title("START FROM", scene.training().started ? "for the next start" : "", 4);
    const std::string refused = open_refusal(scene.state);
    for (const StartChoice& choice : start_choices)
        draw_start_choice(ui, column.row(26, 2), choice, scene, choice.from == TrainingStart::new_model ? "" : refused);
    column.gap(12);
    column.title("TASK", {}, 8);
    const std::string& task = scene.training().settings.task;
    if (drop_down(ui, "train/task", column.row(metrics::control, 8), task))
        scene.commands.push_back(SetMenu{scene.state.menu.empty() ? "train/task" : ""});
    column.paragraph(Font::note, ui.theme.dim, task_text(task), train_gap);
}

std::vector<TaskInfo> offered_tasks(const State& state) {
    const std::shared_ptr<const Run> open = model_to_train(state);
    if (state.of<TrainingView>().settings.from == TrainingStart::new_model || !open) return list_tasks();
    std::vector<TaskInfo> tasks;
    for (const std::string& name : tasks_of(*open)) tasks.push_back({name, task_text(name)});
    return tasks;
}

void draw_tasks(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "train/task") return;
    // Below its field, which may have been scrolled by a little.
    constexpr float above_field = 48 + 16 + 20 + 3 * 28 + 12 + 24;
    const auto scrolled = state.scroll.find("train");
    const float field = area.min.y + above_field + metrics::control + 4 - (scrolled == state.scroll.end() ? 0 : scrolled->second);
    const bool is_new = state.of<TrainingView>().settings.from == TrainingStart::new_model;
    DropDownList list{.corner = {area.min.x + metrics::margin, std::max(area.min.y + 52, field)},
                      .width = 460,
                      .remark = is_new ? "" : "Tasks with the vocabulary of the open model. A new model learns any."};
    const std::vector<TaskInfo> tasks = offered_tasks(state);
    for (const TaskInfo& task : tasks) {
        list.entries.push_back({.anchor = "train/task/" + (task.name == open_sentences ? "open-sentences" : task.name),
                                .title = task.name,
                                .text = task.text,
                                .chosen = state.of<TrainingView>().settings.task == task.name});
    }
    if (const auto clicked = draw_drop_down_list(ui, area, list, state, commands)) {
        commands.push_back(SetTask{tasks[*clicked].name});
    }
}

}  // namespace vitrine
