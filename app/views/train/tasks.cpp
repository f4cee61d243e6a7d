#include <algorithm>

#include "app/panel/drop_down.h"
#include "app/views/train/commands.h"
#include "app/views/train/state.h"
#include "app/views/train/view.h"

namespace vitrine {

void draw_tasks(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "train/task") return;
    // Below its field, which may have been scrolled away a little.
    const auto scrolled = state.scroll.find("train");
    const float field = area.min.y + 48 + 16 + 24 + metrics::control + 4 - (scrolled == state.scroll.end() ? 0 : scrolled->second);
    DropDownList list{.corner = {area.min.x + metrics::margin, std::max(area.min.y + 52, field)},
                      .width = 460,
                      .remark = "Another task starts a new training."};
    for (const TaskInfo& task : list_tasks()) {
        list.entries.push_back({.anchor = "train/task/" + task.name,
                                .title = task.name,
                                .text = task.text,
                                .chosen = state.of<TrainingView>().settings.task == task.name});
    }
    if (const auto clicked = draw_drop_down_list(ui, area, list, state, commands)) {
        commands.push_back(SetTask{list_tasks()[*clicked].name});
    }
}

}  // namespace vitrine
