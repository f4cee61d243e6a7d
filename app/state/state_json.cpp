#include "app/state/state_json.h"

#include <nlohmann/json.hpp>

namespace vitrine {

using Json = nlohmann::ordered_json;

namespace {

Json selection_json(const State& state) {
    const Selection& selection = state.selection;
    Json cell;  // null: none
    Json value;
    if (selection.cell && state.run) {
        const TensorView tensor = state.run->trace.find(selection.tensor);
        cell = Json::array();
        for (int axis = 0; axis < tensor.layout.rank; ++axis) cell.push_back((*selection.cell)[static_cast<std::size_t>(axis)]);
        value = tensor.at(*selection.cell);
    }
    return {
        {"tensor", selection.tensor}, {"cell", cell}, {"value", value}, {"sentence", selection.sentence}, {"head", selection.head}};
}

}  // namespace

Json to_json(const State& state) {
    Json json;
    json["model"] = state.run ? Json(state.run->model.name) : Json();
    json["message"] = state.message;
    json["step"] = state.step;
    json["step_id"] = state.run ? Json(state.run->outline().steps[static_cast<std::size_t>(state.step)].id) : Json();
    json["last_step"] = state.run ? Json(state.run->last_step()) : Json();
    json["selection"] = selection_json(state);
    json["playing"] = state.transport.playing;
    json["steps_per_second"] = state.transport.steps_per_second;
    json["theme"] = state.appearance == Appearance::dark ? "dark" : "light";
    json["scale"] = state.scale;
    json["scroll"] = state.scroll;
    json["folded"] = state.folded;
    json["copied"] = state.copied;
    json["focus"] = state.focus;
    json["menu"] = state.menu;
    return json;
}

}  // namespace vitrine
