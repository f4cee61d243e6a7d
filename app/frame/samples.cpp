#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/opening/commands.h"
#include "app/panel/drop_down.h"
#include "app/panel/measures.h"
#include "app/state/state.h"

namespace vitrine {

void draw_samples(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "top/sample") return;
    const bool narrow = is_narrow(ui.size());
    const ImVec2 below = narrow ? ImVec2(12, 50) : ImVec2(112, 46);
    DropDownList list{.corner = {area.min.x + below.x, area.min.y + below.y}, .width = 420};
    for (const SampleInfo& sample : state.samples) {
        list.entries.push_back({.anchor = "top/sample/" + sample.name,
                                .title = sample.name,
                                .text = sample.problem.empty() ? sample.title : sample.problem,
                                .chosen = state.run && state.run->model->name == sample.name,
                                .failing = !sample.problem.empty()});
    }
    const auto clicked = draw_drop_down_list(ui, area, list, state, commands);
    if (!clicked) return;
    OpenModel command;
    command.request.sample = state.samples[*clicked].name;
    commands.push_back(command);
}

}  // namespace vitrine
