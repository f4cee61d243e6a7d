#include "app/state/selection_commands.h"

#include <algorithm>

#include "app/run/picture.h"
#include "app/run/run.h"
#include "app/state/lacking.h"
#include "app/state/notice.h"
#include "app/state/place.h"
#include "app/state/window_commands.h"

namespace vitrine {

void do_command(State& state, const SetAspect& command) {
    state.aspect = command.aspect;
    if (show_values_without_loss(state)) notify(state, "These sentences have no labels: without a loss there is no gradient.");
}

void do_command(State& state, const ShowEveryTerm& command) { state.every_term = command.every; }

namespace {

/// Whether a view shows the selected tensor: because it follows every selection, or because it is showing this very tensor.
bool shows_selected(const State& state, View view) {
    const Module& module = module_of(state.modules, view);
    if (!works(state, module)) return false;
    if (module.shows_selected) return module.shows_selected(state);
    return module.shown_tensor && module.shown_tensor(state) == state.selection.tensor;
}

/// Selects a cell, and the sentence and head that it belongs to.
bool show_cell(State& state, const std::string& path, const Index& cell) {
    if (!has_tensor(state, path)) return false;
    const Layout& layout = state.run->find(path).layout;
    if (!layout.contains(cell)) return false;
    select_tensor(state, path);
    state.selection.cell = cell;
    // The projection that is shown alone follows the cell.
    int& alone = state.selection.projection;
    if (alone >= 0) alone = projection_of(*state.run, *state.run->info(path), cell);
    state.reveal.insert("tensors/cell");
    const int batch = layout.find(Axis::batch), head = layout.find(Axis::head);
    if (batch >= 0) state.selection.sentence = cell[static_cast<std::size_t>(batch)];
    const TensorInfo& info = *state.run->info(path);
    const Size place = head >= 0 ? cell[static_cast<std::size_t>(head)] : 0;
    if (head >= 0 && layout.shape[static_cast<std::size_t>(head)] > 1 && head_in(*state.run, info, state.selection.head) != place)
        state.selection.head = first_head_of(*state.run, info, place);
    return true;
}

/// A cell of the trail may belong to a model that is no longer open, or to other sentences. It is shown in the open view, unless
/// that view has places of its own instead of cells.
void show_place(State& state, const TrailPlace* place) {
    if (!place) return;
    const bool shows_cells = !module_of(state.modules, state.view).return_to;
    const bool stays = shows_cells && place->own.empty() && !place->tensor.empty();
    if (!stays && place->view != state.view) do_command(state, SetView{place->view});
    if (!place->own.empty()) return module_of(state.modules, place->view).return_to(state, place->own);
    place->cell ? void(show_cell(state, place->tensor, *place->cell)) : select_tensor(state, place->tensor);
}

/// Moves the selected cell when another sentence or head is shown.
void move_cell(State& state, Axis axis, Size to) {
    const TensorInfo* info = selected_tensor(state);
    if (!info || !state.selection.cell) return;
    const Layout& layout = state.run->find(info->path).layout;
    const int place = layout.find(axis);
    if (place < 0) return;
    const Size moved = axis == Axis::head ? head_in(*state.run, *info, to) : to;
    const bool shared = axis == Axis::head && layout.shape[static_cast<std::size_t>(place)] == 1;
    if (moved < layout.shape[static_cast<std::size_t>(place)] && !shared)
        (*state.selection.cell)[static_cast<std::size_t>(place)] = moved;
}

}  // namespace

void do_command(State& state, const SelectTensor& command) { select_tensor(state, command.path); }

void do_command(State& state, const SelectCell& command) {
    if (show_cell(state, command.path, command.cell))
        state.trail.go({.tensor = command.path, .cell = command.cell, .view = state.view});
}

void do_command(State&, const FollowChosen&) {}  // its traits do the work

void do_command(State& state, const ShowChosen& command) {
    if (!selected_tensor(state) || shows_selected(state, state.view)) return;
    const View view = shows_selected(state, command.preferred) ? command.preferred : View::tensors;
    do_command(state, SetView{view});
}

void do_command(State& state, const ClearCell&) { state.selection.cell.reset(); }

void do_command(State& state, const NotePlace& command) { state.trail.go(command.place); }

void do_command(State& state, const GoBack&) { show_place(state, state.trail.back()); }

void do_command(State& state, const GoForward&) { show_place(state, state.trail.forward()); }

void do_command(State& state, const ShowProjection& command) {
    const TensorInfo* info = selected_tensor(state);
    const auto parts = info ? projections_in(*state.run, *info) : std::vector<StackedProjection>{};
    if (command.projection >= static_cast<int>(parts.size())) return;
    state.selection.projection = std::max(-1, command.projection);
    if (!state.selection.cell || state.selection.projection < 0) return;
    if (projection_of(*state.run, *info, *state.selection.cell) != state.selection.projection) state.selection.cell.reset();
}

void do_command(State& state, const SelectSentence& command) {
    if (!state.run || command.sentence < 0 || command.sentence >= sentence_count(*state.run)) return;
    state.selection.sentence = command.sentence;
    move_cell(state, Axis::batch, command.sentence);
}

void do_command(State& state, const SelectHead& command) {
    if (!state.run || command.head < 0 || command.head >= head_count(*state.run)) return;
    state.selection.head = command.head;
    move_cell(state, Axis::head, command.head);
}

}  // namespace vitrine
