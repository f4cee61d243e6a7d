#include "app/views/positions/state.h"

#include <algorithm>

#include "app/state/state.h"

namespace vitrine {

PositionsPage positions_page(const Configuration& c) {
    switch (c.positions) {
        case PositionKind::rotary:
            return PositionsPage::turned;
        case PositionKind::relative:
            return PositionsPage::biased;
        case PositionKind::none:
            return PositionsPage::none;
        default:
            return PositionsPage::added;
    }
}

Side side_in(const Run& run, Side wanted) {
    const Configuration& c = run.model->configuration;
    if (!c.is_transformer()) return wanted;
    if (!c.has_encoder()) return Side::target;
    return c.has_decoder() ? wanted : Side::source;
}

AttentionPlace placed_attention(const State& state) {
    const bool encoder = side_in(*state.run, state.of<PositionsView>().side) == Side::source;
    const Size layers = state.run->model->configuration.layers(encoder ? StackKind::encoder : StackKind::decoder);
    return {encoder ? AttentionKind::encoder_self : AttentionKind::decoder_self,
            std::clamp<Size>(state.of<PositionsView>().layer, 0, layers - 1)};
}

PositionKind waves_of(const Configuration& c) { return c.has_waves() ? c.positions : PositionKind::sinusoidal; }

Size recorded_positions(const State& state) {
    const Side side = side_in(*state.run, state.of<PositionsView>().side);
    return tokens_read(*state.run, side).size(1);
}

namespace {

/// The most positions that can be shown. Formulas have no end, but in pictures nothing could be seen any more. A learned table
/// may end earlier.
Size most_positions(const State& state) {
    constexpr Size enough = 128;
    const Run& run = *state.run;
    const Configuration& c = run.model->configuration;
    if (!c.adds_positions()) return recorded_positions(state);  // turned positions and biases exist only for these
    const bool has_end = c.positions == PositionKind::learned && state.of<PositionsView>().shows(PositionKind::learned);
    const Size end = has_end ? std::min(enough, learned_row_count(run, state.of<PositionsView>().side)) : enough;
    return std::max(end, recorded_positions(state));
}

}  // namespace

std::vector<Size> position_counts(const State& state) {
    const Size most = most_positions(state);
    std::vector<Size> counts{recorded_positions(state)};
    for (const Size count : {10, 20, 32, 50, 64, 100}) {
        if (count > counts.back() && count < most) counts.push_back(count);
    }
    if (most > counts.back()) counts.push_back(most);
    return counts;
}

Size shown_positions(const State& state) {
    return std::clamp(state.of<PositionsView>().positions, recorded_positions(state), most_positions(state));
}

bool is_recorded(const State& state, PositionKind kind, Size position) {
    const Run& run = *state.run;
    return run.regime.design.positions && kind == run.model->configuration.positions && position < recorded_positions(state);
}

std::shared_ptr<const PositionTable> position_table(const State& state, PositionKind kind) {
    return state.run->of<PositionReadings>().table(*state.run, {state.of<PositionsView>().side, kind, shown_positions(state)});
}

}  // namespace vitrine
