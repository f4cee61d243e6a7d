#include "app/views/tensors/axes_json.h"

#include "core/files/json_fields.h"

namespace vitrine {

using OrderedJson = nlohmann::ordered_json;

namespace {

OrderedJson axis_json(Axis axis) { return axis == Axis::none ? OrderedJson() : OrderedJson(std::string(name(axis))); }

Axis axis_from(const nlohmann::json& json, const std::string& where) {
    if (json.is_null()) return Axis::none;
    for (int i = 1; json.is_string() && i <= static_cast<int>(Axis::category); ++i) {
        if (name(static_cast<Axis>(i)) == json.get<std::string>()) return static_cast<Axis>(i);
    }
    fail(where, shown(json) + " is no axis");
}

}  // namespace

OrderedJson to_json(const ChosenAxes& axes) {
    OrderedJson list = OrderedJson::array();
    for (const auto& [of, choice] : axes) {
        OrderedJson own = OrderedJson::array();
        for (const Axis axis : of) {
            if (axis != Axis::none) own.push_back(axis_json(axis));
        }
        list.push_back({{"of", own},
                        {"rows", axis_json(choice.rows)},
                        {"columns", axis_json(choice.columns)},
                        {"facets", axis_json(choice.facets)}});
    }
    return list;
}

void read_json(const nlohmann::json& json, const std::string& where, ChosenAxes& axes) {
    if (!json.is_array()) fail(where, "it has to be a list");
    axes.clear();
    for (const nlohmann::json& one : json) {
        require_keys(one, {"of", "rows", "columns", "facets"}, where);
        std::array<Axis, max_rank> own{};
        own.fill(Axis::none);
        if (!one.contains("of") || !one["of"].is_array() || one["of"].size() > max_rank)
            fail(where, "'of' has to be a list of axes");
        for (std::size_t i = 0; i < one["of"].size(); ++i) own[i] = axis_from(one["of"][i], where);
        const auto axis = [&](const char* key) { return one.contains(key) ? axis_from(one[key], where) : Axis::none; };
        axes[own] = {axis("rows"), axis("columns"), axis("facets")};
    }
}

}  // namespace vitrine
