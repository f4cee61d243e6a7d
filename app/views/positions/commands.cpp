#include "app/views/positions/commands.h"

#include <algorithm>

#include "app/run/positions.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"

namespace vitrine {

namespace {

/// For a model of another kind or width the choices begin anew.
void begin_anew(State& state) {
    const Configuration& c = state.run->model->configuration;
    PositionsView& view = state.of<PositionsView>();
    if (view.width == c.d_model && view.kind == c.positions) return;
    view.kind = c.positions;
    view.width = c.d_model;
    view.shown = c.positions == PositionKind::learned ? PositionsShown::learned : PositionsShown::sinusoidal;
    view.feature = slowest_whole_wave(c.d_model, shown_positions(state));
    view.position = (recorded_positions(state) - 1) / 2;
    view.other = recorded_positions(state) - 1;
}

/// What is chosen is always something that is there.
void keep_within(State& state) {
    begin_anew(state);
    PositionsView& view = state.of<PositionsView>();
    const Size last = shown_positions(state) - 1;
    view.feature = std::clamp<Size>(view.feature, 0, view.width - 1);
    view.position = std::clamp<Size>(view.position, 0, last);
    view.other = std::clamp<Size>(view.other, 0, last);
}

}  // namespace

void follow_positions(State& state, const Change&) {
    if (!state.run) return;
    const Selection& selection = state.selection;
    const Side side = selection.cell ? side_of_positions(selection.tensor) : Side::none;
    keep_within(state);
    if (side == Side::none) return;
    state.of<PositionsView>().side = side;
    state.of<PositionsView>().position = (*selection.cell)[0];
    state.of<PositionsView>().feature = (*selection.cell)[1];
    keep_within(state);
}

void select_position(State& state) {
    if (!state.run) return;
    keep_within(state);
    const PositionsView& view = state.of<PositionsView>();
    const std::string tensor = positions_tensor(view.side);
    if (view.shows(view.kind) && is_recorded(state, view.kind, view.position)) {
        do_command(state, SelectCell{tensor, {view.position, view.feature}});
    } else {
        select_tensor(state, tensor);
        state.selection.cell.reset();
    }
}

void do_command(State& state, const SetPositionsSide& command) {
    if (command.side == Side::none) return;
    state.of<PositionsView>().side = command.side;
    select_position(state);
}

void do_command(State& state, const SetPositionsShown& command) {
    state.of<PositionsView>().shown = command.shown;
    select_position(state);
}

void do_command(State& state, const SetPositionCount& command) {
    if (!state.run) return;
    const std::vector<Size> counts = position_counts(state);
    state.of<PositionsView>().positions =
        counts[static_cast<std::size_t>(std::clamp(command.place, 0, static_cast<int>(counts.size()) - 1))];
    select_position(state);
}

void do_command(State& state, const ChoosePosition& command) {
    state.of<PositionsView>().position = command.position;
    state.of<PositionsView>().feature = command.feature;
    select_position(state);
}

void do_command(State& state, const ChoosePositionPair& command) {
    state.of<PositionsView>().position = command.position;
    state.of<PositionsView>().other = command.other;
    select_position(state);
}

void do_command(State& state, const MovePosition& command) {
    const PositionsView& view = state.of<PositionsView>();
    do_command(state, ChoosePosition{view.position + command.down, view.feature + command.right});
}

void do_command(State& state, const SetSimilarity& command) { state.of<PositionsView>().similarity = command.kind; }

}  // namespace vitrine
