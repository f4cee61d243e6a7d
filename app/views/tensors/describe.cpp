#include <nlohmann/json.hpp>

#include "app/run/run.h"
#include "app/views/tensors/state.h"
#include "app/views/tensors/view.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// The axes are those of the selected tensor; null if no model is open.
OrderedJson tensors_json(const State& state) {
    const TensorsView& tensors = state.of<TensorsView>();
    const auto chosen = [](auto choices, auto which) { return choices[static_cast<std::size_t>(which)].name; };
    OrderedJson json{{"range", chosen(ranges(), tensors.range)},
                     {"zoom", chosen(zooms(), tensors.zoom)},
                     {"corner", tensors.corner},
                     {"search", tensors.search.text},
                     {"caret", tensors.search.caret},
                     {"match", tensors.match},
                     {"pins", tensors.pins},
                     {"form", chosen(copy_forms(), tensors.form)}};
    if (!selected_tensor(state)) return json;
    const Layout layout = state.run->find(state.selection.tensor).layout;
    const TensorAxes axes = tensor_axes(state, state.selection.tensor);
    const auto axis = [&](int place) {
        return place < 0 ? OrderedJson() : OrderedJson(name(layout.axes[static_cast<std::size_t>(place)]));
    };
    json["rows"] = axis(axes.plane.row_axis);
    json["columns"] = axis(axes.plane.column_axis);
    json["facets"] = axis(axes.facets);
    OrderedJson places = OrderedJson::object();
    for (int place = 0; place < layout.rank; ++place) {
        if (use_of(axes, place) == AxisUse::one)
            places[std::string(name(layout.axes[static_cast<std::size_t>(place)]))] =
                axes.plane.fixed[static_cast<std::size_t>(place)];
    }
    json["places"] = places;
    return json;
}

}  // namespace

void describe_tensors(const State& state, nlohmann::ordered_json& json) { json["tensors"] = tensors_json(state); }

}  // namespace vitrine
