#include "app/session/models_json.h"

#include "app/compare/state.h"
#include "app/run/edits_json.h"
#include "app/run/request.h"
#include "core/files/json_fields.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

const nlohmann::json& needed(const nlohmann::json& json, const char* key, const std::string& where) {
    if (!json.contains(key)) fail(where, std::string("'") + key + "' is missing");
    return json[key];
}

/// Reads the model and the edits of either struct.
template <class T>
T made_from(const nlohmann::json& json, const std::string& where) {
    T made;
    made.model = request_from(needed(json, "model", where), where + ": 'model'");
    made.edits = edits_from(needed(json, "edits", where), where + ": 'edits'");
    return made;
}

/// The last steps, up to the number that is kept.
OrderedJson steps_json(const std::vector<EditStep>& steps) {
    constexpr std::size_t most_steps = 50;
    constexpr Size most_tokens = 5000;
    std::size_t first = steps.size();
    Size tokens = 0;
    while (first > 0 && steps.size() - first < most_steps) {
        const auto& batch = steps[first - 1].edits.batch;
        if (batch) tokens += batch->src.count() + batch->tgt.count() + batch->labels.count();
        if (tokens > most_tokens) break;
        --first;
    }
    OrderedJson list = OrderedJson::array();
    for (std::size_t i = first; i < steps.size(); ++i)
        list.push_back({{"edits", to_json(steps[i].edits)}, {"what", steps[i].what}});
    return list;
}

std::vector<EditStep> steps_from(const nlohmann::json& object, const char* key, const std::string& where) {
    std::vector<EditStep> steps;
    const nlohmann::json& list = list_or_empty(object, key, where);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string at = where + ": '" + key + "[" + std::to_string(i) + "]'";
        require_keys(list[i], {"edits", "what"}, at);
        steps.push_back({edits_from(needed(list[i], "edits", at), at + ": 'edits'"), text_or_empty(list[i], "what", at)});
    }
    return steps;
}

const Choices<ComparedSide>& sides() {
    static const Choices<ComparedSide> list{
        {"A", ComparedSide::a}, {"B", ComparedSide::b}, {"difference", ComparedSide::difference}};
    return list;
}

}  // namespace

OrderedJson to_json(const SavedComparison& comparison) {
    FieldWriter write;
    write("model", to_json(comparison.model));
    write("edits", to_json(comparison.edits));
    write("side", comparison.side, sides());
    return write.object;
}

OrderedJson to_json(const std::vector<ParkedEdits>& parked) {
    OrderedJson list = OrderedJson::array();
    for (const ParkedEdits& one : parked) list.push_back({{"model", to_json(one.model)}, {"edits", to_json(one.edits)}});
    return list;
}

OrderedJson to_json(const EditHistory& history) {
    return {{"done", steps_json(history.done())}, {"undone", steps_json(history.undone())}};
}

EditHistory history_from(const nlohmann::json& json, const std::string& where) {
    require_keys(json, {"done", "undone"}, where);
    return {steps_from(json, "done", where), steps_from(json, "undone", where)};
}

SavedComparison comparison_from(const nlohmann::json& json, const std::string& where) {
    require_keys(json, {"model", "edits", "side"}, where);
    auto comparison = made_from<SavedComparison>(json, where);
    FieldReader(json, where)("side", comparison.side, sides());
    return comparison;
}

std::vector<ParkedEdits> parked_from(const nlohmann::json& object, const char* key, const std::string& where) {
    std::vector<ParkedEdits> left;
    const nlohmann::json& list = list_or_empty(object, key, where);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string at = where + ": '" + key + "[" + std::to_string(i) + "]'";
        require_keys(list[i], {"model", "edits"}, at);
        left.push_back(made_from<ParkedEdits>(list[i], at));
    }
    return left;
}

}  // namespace vitrine
