#include "app/views/positions/state.h"

#include <algorithm>

#include "app/state/state.h"

namespace vitrine {

Size recorded_positions(const State& state) {
    return state.run->trace.find(state.of<PositionsView>().side == Side::source ? "src.tokens" : "tgt.tokens").layout.shape[1];
}

namespace {

/// Formulas go on for ever, and pictures of them until nothing can be seen; a learned table may end before that.
Size most_positions(const State& state) {
    constexpr Size enough = 128;
    const Run& run = *state.run;
    const bool has_end =
        run.model->configuration.positions == PositionKind::learned && state.of<PositionsView>().shows(PositionKind::learned);
    const Size end = has_end ? std::min(enough, learned_positions(run, state.of<PositionsView>().side).size(0)) : enough;
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
