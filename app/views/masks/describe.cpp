#include <nlohmann/json.hpp>

#include "app/run/run.h"
#include "app/views/masks/state.h"
#include "app/views/masks/view.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// A test of the masks. Null if there is nothing to change; its findings are null while it is under way.
OrderedJson leak_json(const State& state) {
    const auto question = leak_question(state);
    if (!question) return {};
    const TokenChange& change = question->change;
    const bool source = change.place.side == BatchSide::source;
    OrderedJson json{{"side", source ? "source" : "target"},
                     {"position", change.place.position},
                     {"chosen", state.of<MasksView>().token.has_value()},
                     {"word", change.id},
                     {"causal", question->causal},
                     {"padding", question->padding},
                     {"memory_moved", OrderedJson()},
                     {"outputs_moved", OrderedJson()},
                     {"leaks", OrderedJson()}};
    const LeakTest* test = leak_answer(state);
    if (!test || test->outputs.empty()) return json;
    MovementCount memory, outputs;
    for (const RowMovement& row : test->memory) memory.add(row);
    for (const RowMovement& row : test->outputs) outputs.add(row);
    json["memory_moved"] = memory.moved;
    json["outputs_moved"] = outputs.moved;
    json["leaks"] = memory.leaks + outputs.leaks;
    return json;
}

/// Null if no model is open.
OrderedJson masks_json(const State& state) {
    if (!state.run) return {};
    const AttentionPair pair = mask_pair(state);
    return {{"attention", path_of(state.of<MasksView>().place)},
            {"shown", mask_info(state.of<MasksView>().shown).name},
            {"query", pair.tokens.query},
            {"key", pair.tokens.key},
            {"chosen", pair.chosen},
            {"test", leak_json(state)}};
}

}  // namespace

void describe_masks(const State& state, nlohmann::ordered_json& json) { json["masks"] = masks_json(state); }

}  // namespace vitrine
