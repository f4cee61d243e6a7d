#include "app/base/command.h"
#include "app/frame/panels.h"
#include "app/opening/commands.h"
#include "app/opening/folder.h"
#include "app/panel/drop_down.h"
#include "app/panel/measures.h"
#include "app/run/request.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

/// Whether the open model is this sample, with its own sentences. A model in training has no request, only the name of the sample.
bool is_shown(const State& state, const SampleInfo& sample) {
    if (!state.run || state.run->model->name != sample.name) return false;
    const ModelRequest& request = state.run->request;
    return !request.folder && !request.configuration && !request.names_batch();
}

/// A file of texts is named beside the model, since the line with the path is shortened where the path is long.
std::string title_of(const RecentModel& model) {
    return model.request.batch ? model.name + " with " + model.request.batch->filename().string() : model.name;
}

}  // namespace

void draw_samples(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != "top/sample") return;
    const bool narrow = is_narrow(ui.size());
    const ImVec2 below = narrow ? ImVec2(12, 50) : ImVec2(112, 46);
    DropDownList list{.corner = {area.min.x + below.x, area.min.y + below.y}, .width = 420};
    // The user's own models come first.
    constexpr std::size_t most = 6;
    std::vector<RecentModel> recent = recent_that_are_there(state.recent);
    if (recent.size() > most) recent.resize(most);
    for (std::size_t i = 0; i < recent.size(); ++i) {
        list.entries.push_back({.anchor = "top/recent/" + std::to_string(i),
                                .title = title_of(recent[i]),
                                .text = place_of(recent[i].request),
                                .shorten = Shorten::middle,
                                .chosen = state.run && same_request(state.run->request, recent[i].request)});
    }
    for (const SampleInfo& sample : state.samples) {
        list.entries.push_back({.anchor = "top/sample/" + sample.name,
                                .title = sample.name,
                                .text = sample.problem.empty() ? sample.title : sample.problem,
                                .chosen = is_shown(state, sample),
                                .failing = !sample.problem.empty()});
    }
    const auto clicked = draw_drop_down_list(ui, area, list, state, commands);
    if (!clicked) return;
    if (*clicked < recent.size()) return commands.push_back(OpenModel{recent[*clicked].request});
    commands.push_back(OpenModel{{.sample = state.samples[*clicked - recent.size()].name}});
}

}  // namespace vitrine
