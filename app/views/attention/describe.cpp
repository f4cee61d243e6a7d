#include <nlohmann/json.hpp>

#include "app/run/attention_readings.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/attention/state.h"
#include "app/views/attention/view.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// The kind of the shown head, its likeness to each pattern, and over how many queries; adds nothing for a difference.
void describe_head(const State& state, OrderedJson& json) {
    const AttentionPlace& place = state.of<AttentionView>().place;
    if (state.run->difference) return;
    const HeadReading& reading = state.run->of<AttentionReadings>().reading(*state.run, place, shown_head(state));
    json["kind"] = reading.kind ? OrderedJson(pattern_name(*reading.kind)) : OrderedJson();
    json["likeness"] = OrderedJson::object();
    for (const AttentionPattern pattern : patterns_of(place.kind)) {
        if (const auto& like = reading.of(pattern))
            json["likeness"][pattern_name(pattern)] = {
                {"value", like->value}, {"by_chance", like->chance}, {"queries", like->queries}};
    }
}

/// Null where no model is open.
OrderedJson attention_json(const State& state) {
    if (!state.run) return {};
    const AttentionPair pair = attention_pair(state);
    OrderedJson json{{"attention", path_of(state.of<AttentionView>().place)},
                     {"stage", stage_info(state.of<AttentionView>().stage).name},
                     {"share", state.of<AttentionView>().share},
                     {"query", pair.tokens.query},
                     {"key", pair.tokens.key},
                     {"chosen", pair.chosen}};
    describe_head(state, json);
    return json;
}

}  // namespace

void describe_attention(const State& state, nlohmann::ordered_json& json) { json["attention"] = attention_json(state); }

}  // namespace vitrine
