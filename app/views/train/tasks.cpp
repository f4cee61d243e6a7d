#include <algorithm>

#include "app/panel/drop_down.h"
#include "app/views/train/commands.h"
#include "app/views/train/parts.h"
#include "app/views/train/state.h"
#include "app/views/train/view.h"

namespace vitrine {

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
