#include "app/views/attention/state.h"

#include <cmath>

#include "app/run/attention_readings.h"
#include "app/run/read_ahead.h"
#include "app/state/state.h"

namespace vitrine {

std::span<const AttentionStageInfo> attention_stages() {
    static constexpr AttentionStageInfo list[] = {
        {"scores", "scores", "scores", "query · key, divided by the square root of their dimension"},
        {"masked", "masked", "masked_scores", "the scores, with hidden keys masked"},
        {"weights", "weights", "weights", "softmax of every row: the attention weights"},
        {"contribution", "contribution", "", "the norm of the vector that a token really adds: weight · value · W_O"},
        {"side-by-side", "side by side", "", "scores, masked scores and weights together"},
    };
    return list;
}

AttentionStageInfo stage_info(AttentionStage stage, const Design& design) {
    AttentionStageInfo info = stage_info(stage);
    if (stage == AttentionStage::scores && !design.scale_scores) info.tip = "query · key, not divided";
    if (!design.mask_after_softmax) return info;
    switch (stage) {
        case AttentionStage::masked:
            info.label = "unmasked", info.tensor = "unmasked_weights";
            info.tip = "softmax of every row, including hidden keys: the mask comes later";
            break;
        case AttentionStage::weights:
            info.tip = "the weights after the mask: rows with hidden keys sum to less than 1";
            break;
        case AttentionStage::side_by_side:
            info.tip = "scores, unmasked weights and weights together";
            break;
        default:
            break;
    }
    return info;
}

namespace {

/// The selected cell, if it belongs to a query and a key of this attention.
std::optional<TokenPair> selected_pair(const State& state) {
    const Selection& selection = state.selection;
    if (!selection.cell || attention_at(selection.tensor) != state.of<AttentionView>().place) return std::nullopt;
    const Layout layout = state.run->trace.find(selection.tensor).layout;
    const int query = layout.find(Axis::query), key = layout.find(Axis::key);
    if (query < 0 || key < 0) return std::nullopt;
    return TokenPair{(*selection.cell)[static_cast<std::size_t>(query)], (*selection.cell)[static_cast<std::size_t>(key)]};
}

}  // namespace

AttentionPair attention_pair(const State& state) {
    if (const auto selected = selected_pair(state)) return {*selected, true};
    AttentionReadings& readings = state.run->of<AttentionReadings>();
    return {readings.proposed_pair(*state.run, state.of<AttentionView>().place, shown_head(state)).tokens, false};
}

HeadRanking rank_heads(const State& state, std::span<const AttentionKind> kinds) {
    const Run& run = *state.run;
    HeadRanking ranking;
    if (!is_read_ahead(run)) return ranking;  // reading all heads of a large run takes seconds
    for (const AttentionKind kind : kinds) {
        for (Size layer = 0; layer < attention_layers(run.model->configuration, kind); ++layer) {
            for (Size head = 0; head < head_count(run, {kind, layer}); ++head) {
                ++ranking.heads;
                const AttentionPlace place{kind, layer};
                const auto evenness = run.of<AttentionReadings>().reading(run, place, {state.selection.sentence, head}).evenness();
                if (!evenness || std::isnan(*evenness)) continue;
                const RankedHead here{place, head, *evenness};
                if (!ranking.most_even || *evenness > ranking.most_even->evenness) ranking.most_even = here;
                if (!ranking.sharpest || *evenness < ranking.sharpest->evenness) ranking.sharpest = here;
            }
        }
    }
    const bool differ = ranking.most_even && ranking.most_even->evenness > ranking.sharpest->evenness;
    if (!differ) ranking.most_even = ranking.sharpest = std::nullopt;
    return ranking;
}

HeadPlace shown_head(const State& state) { return {state.selection.sentence, state.selection.head}; }

std::string attention_tensor(const State& state, std::string_view tensor) {
    return path_of(state.of<AttentionView>().place) + '.' + std::string(tensor);
}

}  // namespace vitrine
