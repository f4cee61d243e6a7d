#include "app/session/describe.h"

#include <nlohmann/json.hpp>

#include "app/run/run.h"
#include "app/session/models_json.h"
#include "app/state/lacking.h"
#include "app/state/place.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

const char* name(Aspect aspect) {
    switch (aspect) {
        case Aspect::gradient:
            return "gradient";
        case Aspect::both:
            return "both";
        case Aspect::product:
            return "product";
        default:
            return "value";
    }
}

OrderedJson selection_json(const State& state) {
    const Selection& selection = state.selection;
    OrderedJson cell, value, gradient;  // null: none
    if (selection.cell && state.run) {
        const TensorView tensor = state.run->find(selection.tensor);
        cell = OrderedJson::array();
        for (int axis = 0; axis < tensor.layout.rank; ++axis) cell.push_back((*selection.cell)[static_cast<std::size_t>(axis)]);
        value = tensor.at(*selection.cell);
        const TensorView slope = find_gradient(*state.run, selection.tensor);
        if (slope.present()) gradient = slope.at(*selection.cell);
    }
    OrderedJson projection;
    if (const auto alone = projection_alone(state)) projection = alone->symbol;
    return {{"tensor", selection.tensor},     {"cell", cell},           {"value", value},          {"gradient", gradient},
            {"sentence", selection.sentence}, {"head", selection.head}, {"projection", projection}};
}

}  // namespace

OrderedJson to_json(const State& state) {
    OrderedJson json;
    json["model"] = state.run ? OrderedJson(state.run->model->name) : OrderedJson();
    json["message"] = state.message;
    json["notice"] = state.notice;
    json["left"] = to_json(state.parked);
    json["view"] = state.view.name;
    json["step"] = state.step;
    json["pass"] = state.phase == Phase::forward ? "forward" : state.phase == Phase::backward ? "backward" : "update";
    json["step_id"] = state.run ? OrderedJson(state.run->outline().steps[static_cast<std::size_t>(state.step)].id) : OrderedJson();
    json["last_step"] = state.run ? OrderedJson(state.run->last_step()) : OrderedJson();
    json["selection"] = selection_json(state);
    json["trail"] = {{"back", state.trail.has_back()}, {"forward", state.trail.has_forward()}};
    json["every_term"] = state.every_term;
    json["aspect"] = name(state.aspect);
    json["device"] = state.device.attention;
    json["share_colours"] = state.share_colours == ShareColours::automatic ? "automatic"
                            : state.share_colours == ShareColours::to_one  ? "to one"
                                                                           : "to largest";
    json["playing"] = state.transport.playing;
    json["under_way"] = state.transport.under_way;
    json["so_far"] = state.transport.so_far;
    json["steps_per_second"] = state.transport.steps_per_second;
    json["theme"] = state.appearance == Appearance::dark ? "dark" : "light";
    json["scale"] = state.scale;
    json["scroll"] = state.scroll;
    json["folded"] = state.folded;
    json["copied"] = state.copied;
    json["focus"] = state.focus;
    json["menu"] = state.menu;
    static constexpr const char* themes[] = {"dark", "light", "system"};
    json["theme_choice"] = themes[static_cast<std::size_t>(state.theme)];
    json["recent"] = OrderedJson::array();
    for (const RecentModel& recent : state.recent) json["recent"].push_back(recent.name);
    json["quits"] = state.quits;
    for (const Module* module : state.modules) {
        if (module->describe && works(state, *module)) module->describe(state, json);
    }
    return json;
}

}  // namespace vitrine
