#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/opening/commands.h"
#include "app/panel/drop_down.h"
#include "app/state/state.h"

namespace vitrine {

void draw_samples(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "top/sample") return;
    DropDownList list{.corner = {area.min.x + 112, area.min.y + 46}, .width = 420};
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
