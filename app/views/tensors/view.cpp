#include "app/views/tensors/view.h"

#include <algorithm>
#include <cmath>

#include "app/frame/inspector/inspector.h"
#include "app/panel/measures.h"
#include "app/run/run.h"
#include "app/state/place.h"
#include "app/state/saved_fields.h"
#include "app/views/tensors/axes_json.h"
#include "app/views/tensors/commands.h"

namespace vitrine {

namespace {

struct Fields {
    template <class AnyState, class Visit>
    void operator()(AnyState& state, Visit&& visit) const {
        auto& tensors = state.template of<TensorsView>();
        visit("range", tensors.range, named_choices<RangeOf>(ranges()));
        visit("zoom", tensors.zoom, named_choices<Zoom>(zooms()));
        visit("form", tensors.form, named_choices<CopyForm>(copy_forms()));
        visit("search", tensors.search.text);
        visit("axes", tensors.axes);
        visit("pins", tensors.pins);
    }
};

/// Keeps only pins of tensors that this run has, and adjusts the search's match to them.
void keep_what_there_is(State& state) {
    const std::vector<std::string> pins = std::exchange(state.of<TensorsView>().pins, {});
    for (const std::string& pin : pins) do_command(state, PinTensor{pin});
    const std::string search = std::exchange(state.of<TensorsView>().search, {}).text;
    do_command(state, SetSearch{typed_text(search)});
}

std::span<const Panel> panels() {
    static constexpr Panel list[] = {
        {Place::left, draw_tensors_list},
        {Place::centre, draw_tensors},
        {Place::right, draw_inspector},
    };
    return list;
}

/// In a narrow window, the list of tensors stays, but there is no inspector. There is no bar for stepping.
WindowMeasures tensors_measures(const State&, float width, float height) {
    constexpr float width_for_three = 1180;
    const float left = std::clamp(std::round(width * 0.2f), 240.0f, 320.0f);
    const float right = width < width_for_three ? 0 : std::clamp(std::round(width * 0.225f), 320.0f, 520.0f);
    return {left, width - right, height};
}

}  // namespace

const Module tensors_module{
    .name = "tensors",
    .label = "Tensors",
    .tip = "one tensor along all its axes (6)",
    .also = "heatmap numbers matrix weights",
    .follow = follow_selection,
    .enter = reveal_step,
    .shows_selected = [](const State&) { return true; },
    .panels = panels,
    .measures = tensors_measures,
    .figures = tensor_figures,
    .keys = {.press = press_in_tensors, .is_typing = is_searching, .type = type_search},
    .actions = tensors_actions,
    .saved = saved_fields<Fields>(),
    .restored = keep_what_there_is,
    .describe = describe_tensors,
};

}  // namespace vitrine
