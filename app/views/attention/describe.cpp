#include <nlohmann/json.hpp>

#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/attention/state.h"
#include "app/views/attention/view.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// Null if no model is open.
OrderedJson attention_json(const State& state) {
    if (!state.run) return {};
    const AttentionPair pair = attention_pair(state);
    return {{"attention", path_of(state.of<AttentionView>().place)},
            {"stage", stage_info(state.of<AttentionView>().stage).name},
            {"share", state.of<AttentionView>().share},
            {"query", pair.tokens.query},
            {"key", pair.tokens.key},
            {"chosen", pair.chosen}};
}

}  // namespace

void describe_attention(const State& state, nlohmann::ordered_json& json) { json["attention"] = attention_json(state); }

}  // namespace vitrine
