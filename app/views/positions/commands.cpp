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
    if (c.positions == PositionKind::sines_first) view.feature /= 2;
    view.layer = view.pair = 0;
    view.position = (recorded_positions(state) - 1) / 2;
    view.other = recorded_positions(state) - 1;
}

StackKind stack_of(Side side) { return side == Side::source ? StackKind::encoder : StackKind::decoder; }

/// What is chosen is always something that is there.
void keep_within(State& state) {
    PositionsView& view = state.of<PositionsView>();
    view.side = side_in(*state.run, view.side);
    begin_anew(state);
    const Size pairs = state.run->model->configuration.head_width(stack_of(view.side)) / 2;
    view.pair = std::clamp<Size>(view.pair, 0, std::max<Size>(1, pairs) - 1);
    view.layer = std::max<Size>(0, view.layer);
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

namespace {

/// The feature that the pair turns, of the query; or the score with its bias. Nothing where the run has neither.
void select_placed(State& state) {
    const PositionsView& view = state.of<PositionsView>();
    const Run& run = *state.run;
    const bool turned = positions_page(run.model->configuration) == PositionsPage::turned;
    const std::string tensor = path_of(placed_attention(state)) + (turned ? ".rotated_query" : ".biased_scores");
    if (!run.outline().find(tensor)) return;
    const Layout layout = run.find(tensor).layout;
    const Index cell{state.selection.sentence, state.selection.head, view.position, turned ? view.pair : view.other};
    if (layout.contains(cell)) do_command(state, SelectCell{tensor, cell});
}

}  // namespace

void select_position(State& state) {
    if (!state.run) return;
    keep_within(state);
    const PositionsView& view = state.of<PositionsView>();
    if (positions_page(state.run->model->configuration) != PositionsPage::added) return select_placed(state);
    const std::string tensor = positions_tensor(view.side);
    if (view.shows(view.kind) && is_recorded(state, view.kind, view.position)) {
        do_command(state, SelectCell{tensor, {view.position, view.feature}});
    } else {
        select_tensor(state, tensor);
        state.selection.cell.reset();
    }
}

void do_command(State& state, const SetPositionsSide& command) {
    if (command.side == Side::none || !state.run) return;
    state.of<PositionsView>().side = side_in(*state.run, command.side);
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

void do_command(State& state, const ChoosePlaced& command) {
    PositionsView& view = state.of<PositionsView>();
    view.position = command.position, view.other = command.other, view.pair = command.pair;
    select_position(state);
}

void do_command(State& state, const SetPositionsLayer& command) {
    if (!state.run) return;
    state.of<PositionsView>().layer = command.layer;
    state.of<PositionsView>().layer = placed_attention(state).layer;
    select_position(state);
}

void do_command(State& state, const MovePosition& command) {
    if (!state.run) return;
    const PositionsView& view = state.of<PositionsView>();
    const PositionsPage page = positions_page(state.run->model->configuration);
    if (page == PositionsPage::added)
        return do_command(state, ChoosePosition{view.position + command.down, view.feature + command.right});
    const Size pair = view.pair + (page == PositionsPage::turned ? command.right : 0);
    const Size other = view.other + (page == PositionsPage::biased ? command.right : 0);
    do_command(state, ChoosePlaced{view.position + command.down, other, pair});
}

void do_command(State& state, const SetSimilarity& command) { state.of<PositionsView>().similarity = command.kind; }

}  // namespace vitrine
