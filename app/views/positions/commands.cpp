#include "app/views/positions/commands.h"

#include <algorithm>
#include <string_view>

#include "app/run/positions.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "core/explain/attention_place.h"
#include "core/model/batch_edit.h"

namespace vitrine {

namespace {

/// Resets the choices for a model of another kind or width.
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
    if (c.has_encoder() || positions_page(c) == PositionsPage::added) return;
    // In a decoder alone, the last word of the sentence asks, since no mask hides an earlier word from it.
    const Size sentence = std::min(state.selection.sentence, sentence_count(*state.run) - 1);
    view.position = sentence_length(*state.run->batch, c, BatchSide::target, sentence) - 1;
    view.other = view.position / 2;
}

StackKind stack_of(Side side) { return side == Side::source ? StackKind::encoder : StackKind::decoder; }

/// The angles of the layer that the view shows.
RotaryTurn turn_of(const Configuration& c, const PositionsView& view) {
    const StackKind stack = stack_of(view.side);
    const Size layer = std::clamp<Size>(view.layer, 0, c.layers(stack) - 1);
    return rotary_turn(c.layer(stack, static_cast<std::size_t>(layer)).rotation(), c.head_width(stack));
}

/// Makes sure that everything chosen exists.
void keep_within(State& state) {
    PositionsView& view = state.of<PositionsView>();
    view.side = side_in(*state.run, view.side);
    begin_anew(state);
    const Size pairs = turn_of(state.run->model->configuration, view).pair_count();
    view.pair = std::clamp<Size>(view.pair, 0, std::max<Size>(1, pairs) - 1);
    view.layer = std::max<Size>(0, view.layer);
    const Size last = shown_positions(state) - 1;
    view.feature = std::clamp<Size>(view.feature, 0, view.width - 1);
    view.position = std::clamp<Size>(view.position, 0, last);
    view.other = std::clamp<Size>(view.other, 0, last);
}

/// Makes the view show a cell of the added positions.
void show_added(const Selection& selection, PositionsView& view) {
    const Side side = side_of_positions(selection.tensor);
    if (side == Side::none) return;
    view.side = side;
    view.position = (*selection.cell)[0];
    view.feature = (*selection.cell)[1];
}

/// Makes the view show a cell of a turned query or key, of a score with its bias, or of the bias itself.
void show_placed(const Selection& selection, const Configuration& c, PositionsView& view) {
    const auto place = attention_at(selection.tensor);
    if (!place || (place->kind != AttentionKind::encoder_self && place->kind != AttentionKind::decoder_self)) return;
    const std::string_view tensor = std::string_view(selection.tensor).substr(path_of(*place).size());
    const bool turned = positions_page(c) == PositionsPage::turned, of_key = tensor == ".rotated_key";
    if (turned ? tensor != ".rotated_query" && !of_key : tensor != ".biased_scores" && tensor != ".position_bias") return;
    view.side = side_of_queries(place->kind);
    view.layer = place->layer;
    (of_key ? view.other : view.position) = (*selection.cell)[2];
    const Size column = (*selection.cell)[3];
    if (!turned) {
        view.other = column;
        return;
    }
    const RotaryTurn turn = turn_of(c, view);
    if (turn.is_turned(column)) view.pair = turn.pair_of(column);
}

/// The view, changed to the selected cell if its page has that cell.
PositionsView with_selected_cell(const State& state) {
    PositionsView view = state.of<PositionsView>();
    if (!state.selection.cell) return view;
    const Configuration& c = state.run->model->configuration;
    positions_page(c) == PositionsPage::added ? show_added(state.selection, view) : show_placed(state.selection, c, view);
    return view;
}

/// Whether the selected cell belongs to a turned key, in the position and pair of the view.
bool is_key_selected(const State& state, const std::string& attention) {
    const PositionsView &view = state.of<PositionsView>(), shown = with_selected_cell(state);
    return state.selection.cell && state.selection.tensor == attention + ".rotated_key" && shown.other == view.other &&
           shown.pair == view.pair;
}

}  // namespace

void follow_positions(State& state, const Change&) {
    if (!state.run) return;
    keep_within(state);
    state.of<PositionsView>() = with_selected_cell(state);
    keep_within(state);
}

namespace {

/// Selects the query's feature that the pair turns, unless the key's is selected; or the score with its bias. Does nothing if the
/// run has neither.
void select_placed(State& state) {
    const PositionsView& view = state.of<PositionsView>();
    const Run& run = *state.run;
    const bool turned = positions_page(run.model->configuration) == PositionsPage::turned;
    const std::string tensor = path_of(placed_attention(state)) + (turned ? ".rotated_query" : ".biased_scores");
    if (!run.outline().find(tensor) || is_key_selected(state, path_of(placed_attention(state)))) return;
    const Layout layout = run.find(tensor).layout;
    const Index cell{state.selection.sentence, state.selection.head, view.position,
                     turned ? turn_of(run.model->configuration, view).first_of(view.pair) : view.other};
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
