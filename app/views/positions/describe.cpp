#include <nlohmann/json.hpp>

#include "app/run/run.h"
#include "app/state/state.h"
#include "app/views/positions/state.h"
#include "app/views/positions/view.h"

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// Null if no model is open.
OrderedJson positions_json(const State& state) {
    if (!state.run) return {};
    const PositionsView& view = state.of<PositionsView>();
    static constexpr const char* pages[] = {"added", "turned", "biased", "none"};
    static constexpr const char* shown[] = {"sinusoidal", "learned", "both"};
    return {{"side", name(view.side)},
            {"shown", shown[static_cast<std::size_t>(view.shown)]},
            {"count", shown_positions(state)},
            {"recorded", recorded_positions(state)},
            {"feature", view.feature},
            {"position", view.position},
            {"other", view.other},
            {"page", pages[static_cast<std::size_t>(positions_page(state.run->model->configuration))]},
            {"layer", view.layer},
            {"pair", view.pair},
            {"similarity", view.similarity == SimilarityKind::cosine ? "cosine" : "dot product"}};
}

}  // namespace

void describe_positions(const State& state, nlohmann::ordered_json& json) { json["positions"] = positions_json(state); }

}  // namespace vitrine
