#include "app/views/attention/commands.h"

#include <algorithm>

#include "app/run/attention_readings.h"
#include "app/run/read_ahead.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"

namespace vitrine {

void follow_attention(State& state, const Change&) {
    if (!state.run) return;
    AttentionPlace& place = state.of<AttentionView>().place;
    const AttentionPlace before = place;
    if (const auto selected = attention_at(state.selection.tensor)) place = *selected;
    if (attention_layers(state.run->model->configuration, place.kind) == 0)
        place = first_attention(state.run->model->configuration);
    place.layer = std::clamp<Size>(place.layer, 0, attention_layers(state.run->model->configuration, place.kind) - 1);
    if (place == before && state.of<AttentionView>().head == state.selection.head) return;
    state.of<AttentionView>().head = state.selection.head;
    reveal_head(state);
}

namespace {

/// The first induction head in the first sentence.
std::optional<RankedHead> induction_head(const Run& run) {
    for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self}) {
        for (Size layer = 0; layer < attention_layers(run.model->configuration, kind); ++layer) {
            const AttentionPlace place{kind, layer};
            for (Size head = 0; head < head_count(run, place); ++head) {
                if (run.of<AttentionReadings>().reading(run, place, {0, head}).kind == AttentionPattern::induction)
                    return RankedHead{place, head};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

void begin_attention(State& state) {
    const Run& run = *state.run;
    const auto begin_with = [&](const AttentionPlace& place, Size head) {
        state.of<AttentionView>().place = place;
        state.of<AttentionView>().head = state.selection.head = head;
    };
    if (run.has_both_stacks()) {
        if (const auto aligns = measured_head(run)) begin_with(aligns->place, aligns->head);
    } else if (run.is_transformer() && is_read_ahead(run)) {
        if (const auto found = induction_head(run)) begin_with(found->place, found->head);
    }
}

void reveal_head(State& state) {
    state.reveal.insert("attention/head/" + std::to_string(state.of<AttentionView>().place.layer) + '/' +
                        std::to_string(state.selection.head));
}

void do_command(State& state, const SetAttentionStage& command) { state.of<AttentionView>().stage = command.stage; }

void do_command(State& state, const SetAttentionShare& command) {
    state.of<AttentionView>().share = std::clamp(command.percent, 0, 100);
}

void do_command(State& state, const MovePair& command) {
    if (!state.run) return;
    const AttentionPair pair = attention_pair(state);
    const std::string_view shown = stage_info(state.of<AttentionView>().stage, state.run->regime.design).tensor;
    std::string path = attention_tensor(state, shown.empty() ? "weights" : shown);
    if (pair.chosen) path = state.selection.tensor;
    const Layout layout = state.run->trace.find(path).layout;
    const auto [sentence, head] = shown_head(state);
    Index cell{sentence, layout.shape[1] > 1 ? head : 0, pair.tokens.query, pair.tokens.key};
    // The first move only selects the proposed pair.
    if (pair.chosen) {
        cell[2] = std::clamp<Size>(cell[2] + command.down, 0, layout.shape[2] - 1);
        cell[3] = std::clamp<Size>(cell[3] + command.right, 0, layout.shape[3] - 1);
    }
    do_command(state, SelectCell{path, cell});
}

}  // namespace vitrine
