/// The list of models on the first page: the samples, named by what they know, the user's own, and the way to others.

#include <algorithm>

#include "app/actions/actions.h"
#include "app/opening/commands.h"
#include "app/opening/folder.h"
#include "app/panel/drop_down.h"
#include "app/run/request.h"
#include "app/start/parts.h"
#include "app/state/start_page.h"
#include "app/state/window_commands.h"
#include "app/widgets/controls.h"
#include "core/io/sample.h"

namespace vitrine {

namespace {

constexpr float widest_button = 190, list_width = 460;

std::string name_of_model(const State& state) { return state.opening ? "opening …" : state.run->model->name; }

}  // namespace

float start_models_width(const Ui& ui, const State& state) {
    constexpr float around = 48;  // the chevron and the edges
    return std::min(widest_button, ui.width_of(Font::body, name_of_model(state)) + around);
}

void draw_start_models_button(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (drop_down(ui, start_models, area, name_of_model(state)))
        commands.push_back(SetMenu{state.menu == start_models ? "" : start_models});
}

void open_on_start_page(const ModelRequest& request, Commands& commands) {
    commands.push_back(OpenModel{request});
    commands.push_back(SetMenu{start_page});
}

void open_other_model(const State& state, Commands& commands) {
    commands.push_back(SetMenu{start_page});  // the list closes to the page
    commands.push_back(SetMenu{""});
    if (const Action* open = find_action(state, "file/open")) perform(*open, state, commands);
}

void draw_start_models(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (state.menu != start_models) return;
    const Anchor* button = ui.so_far().find(start_models);
    if (!button) return;
    const float left = std::max(area.min.x + 12, std::min(button->area.max.x, area.max.x - 12) - list_width);
    DropDownList list{.corner = {left, button->area.max.y + 6}, .width = list_width};
    for (const SampleInfo& sample : state.samples) {
        const bool fails = !sample.problem.empty();
        list.entries.push_back({.anchor = "start/models/" + sample.name,
                                .title = fails || sample.title.empty() ? sample.name : sample.title,
                                .text = fails ? sample.problem : sample.name,
                                .chosen = state.run->request.sample == sample.name,
                                .failing = fails});
    }
    const std::size_t samples = list.entries.size();
    constexpr std::size_t most = 6;
    std::vector<RecentModel> recent = recent_that_are_there(state.recent);
    if (recent.size() > most) recent.resize(most);
    for (std::size_t i = 0; i < recent.size(); ++i) {
        list.entries.push_back({.anchor = "start/models/recent/" + std::to_string(i),
                                .title = recent[i].name,
                                .text = place_of(recent[i].request),
                                .shorten = Shorten::middle,
                                .chosen = same_request(state.run->request, recent[i].request)});
    }
    list.entries.push_back(
        {.anchor = "start/models/open", .title = "Open yours …", .text = "a model folder, GPT-2, BERT, a trace from PyTorch"});
    const auto clicked = draw_drop_down_list(ui, area, list, state, commands);
    if (!clicked) return;
    if (*clicked < samples) return open_on_start_page({.sample = state.samples[*clicked].name}, commands);
    if (*clicked < samples + recent.size()) return open_on_start_page(recent[*clicked - samples].request, commands);
    open_other_model(state, commands);
}

}  // namespace vitrine
