/// Carries out the commands of the masks view.

#include "app/views/masks/commands.h"

#include <algorithm>

#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/readings.h"

namespace vitrine {

namespace {

bool is_of_target(MaskKind thing) { return thing != MaskKind::source_padding; }

}  // namespace

void follow_masks(State& state, const Change& change) {
    if (!state.run) return;
    const Design before = change.run ? change.run->regime.design : Design{}, now = state.run->regime.design;
    if (now != before) state.of<MasksView>().causal = now.causal_mask, state.of<MasksView>().padding = now.padding_mask;
    AttentionPlace& place = state.of<MasksView>().place;
    if (const auto selected = attention_at(state.selection.tensor)) place = *selected;
    const Configuration& c = state.run->model->configuration;
    if (!c.is_transformer()) return;
    if (attention_layers(c, place.kind) == 0)
        place.kind = c.has_decoder() ? AttentionKind::decoder_self : AttentionKind::encoder_self;
    place.layer = std::clamp<Size>(place.layer, 0, attention_layers(c, place.kind) - 1);
    const bool of_target = place.kind == AttentionKind::decoder_self;
    if (is_of_target(state.of<MasksView>().shown) != of_target)
        state.of<MasksView>().shown = of_target ? MaskKind::target : MaskKind::source_padding;
}

void do_command(State& state, const ShowMask& command) {
    if (!state.run || std::ranges::count(masks_of(state.run->model->configuration), command.mask) == 0) return;
    state.of<MasksView>().shown = command.mask;
    const bool of_target = state.of<MasksView>().place.kind == AttentionKind::decoder_self;
    if (is_of_target(command.mask) == of_target) return;
    const AttentionKind kind = of_target ? AttentionKind::encoder_self : AttentionKind::decoder_self;
    const Size layers = attention_layers(state.run->model->configuration, kind);
    select_tensor(state, path_of({kind, std::min(state.of<MasksView>().place.layer, layers - 1)}) + ".mask");
}

void do_command(State& state, const MoveMaskCell& command) {
    if (!state.run) return;
    const AttentionPair pair = mask_pair(state);
    const std::string path = mask_tensor(state);
    const Layout layout = state.run->trace.find(path).layout;
    Index cell{state.selection.sentence, 0, pair.tokens.query, pair.tokens.key};
    // The first move only selects the proposed pair.
    if (pair.chosen) {
        cell[2] = std::clamp<Size>(cell[2] + command.down, 0, layout.shape[2] - 1);
        cell[3] = std::clamp<Size>(cell[3] + command.right, 0, layout.shape[3] - 1);
    }
    do_command(state, SelectCell{path, cell});
}

void do_command(State& state, const ChooseTestToken& command) {
    if (!state.run || command.token.position < 0) return;
    const Batch& batch = *state.run->batch;
    const Size length = command.token.side == BatchSide::source ? batch.source_length() : batch.target_length();
    if (command.token.position >= length) return;
    state.of<MasksView>().token = command.token;
    state.of<MasksView>().word.reset();
}

void do_command(State& state, const ChooseTestWord& command) { state.of<MasksView>().word = command.id; }

void do_command(State& state, const SetTestMasks& command) {
    state.of<MasksView>().causal = command.causal;
    state.of<MasksView>().padding = command.padding;
}

void do_command(State& state, const ShowLeakTest& command) {
    if (!command.why.empty()) state.message = command.why;
    command.run->of<MaskReadings>().keep(*command.run, command.question, command.test);
}

}  // namespace vitrine
