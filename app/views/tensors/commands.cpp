#include "app/views/tensors/commands.h"

#include <algorithm>
#include <utility>

#include "app/state/clipboard.h"
#include "app/state/place.h"
#include "app/state/selection_commands.h"
#include "app/views/tensors/copied.h"
#include "app/views/tensors/search.h"

namespace vitrine {

namespace {

/// The layout of the selected tensor; nothing if no tensor is selected.
std::optional<Layout> selected_layout(const State& state) {
    const TensorInfo* info = selected_tensor(state);
    if (!info) return std::nullopt;
    return state.run->find(info->path).layout;
}

std::size_t as_place(int axis) { return static_cast<std::size_t>(axis); }

Axis axis_at(const Layout& layout, int axis) { return axis < 0 ? Axis::none : layout.axes[as_place(axis)]; }

/// The last axis without a use, except `but`.
Axis free_axis(const Layout& layout, const AxisChoice& choice, Axis but) {
    for (int axis = layout.rank - 1; axis >= 0; --axis) {
        const Axis which = axis_at(layout, axis);
        if (which != choice.rows && which != choice.columns && which != choice.facets && which != but) return which;
    }
    return Axis::none;
}

/// Gives an axis a use. The axis that had this use so far gets the other one's use, if it had one.
void give_use(AxisChoice& choice, Axis axis, AxisUse use) {
    Axis* const places[] = {&choice.rows, &choice.columns, &choice.facets};
    Axis before = Axis::none;
    if (use != AxisUse::one) before = std::exchange(*places[static_cast<std::size_t>(use)], Axis::none);
    for (Axis* place : places) {
        if (*place == axis) *place = before;
    }
    if (use != AxisUse::one) *places[static_cast<std::size_t>(use)] = axis;
}

}  // namespace

void do_command(State& state, const SetAxisUse& command) {
    const auto layout = selected_layout(state);
    if (!layout || layout->rank < 2 || layout->find(command.axis) < 0) return;
    const TensorAxes now = tensor_axes(state, state.selection.tensor);
    if (use_of(now, layout->find(command.axis)) == command.use) return;
    AxisChoice choice{axis_at(*layout, now.plane.row_axis), axis_at(*layout, now.plane.column_axis), axis_at(*layout, now.facets)};
    give_use(choice, command.axis, command.use);
    // A picture always has rows and columns.
    for (Axis* needed : {&choice.rows, &choice.columns}) {
        if (*needed == Axis::none) *needed = free_axis(*layout, choice, command.axis);
        if (*needed == Axis::none) *needed = std::exchange(choice.facets, Axis::none);
        if (*needed == Axis::none) return;
    }
    state.of<TensorsView>().axes[layout->axes] = choice;
    state.of<TensorsView>().corner = {};
}

void do_command(State& state, const SetAxisPlace& command) {
    const auto layout = selected_layout(state);
    const int axis = layout ? layout->find(command.axis) : -1;
    if (axis < 0) return;
    const Size place = std::clamp<Size>(command.place, 0, layout->shape[as_place(axis)] - 1);
    if (command.axis == Axis::batch) return do_command(state, SelectSentence{place});
    if (command.axis == Axis::head) return do_command(state, SelectHead{place});
    state.of<TensorsView>().places[command.axis] = place;
    if (state.selection.cell) (*state.selection.cell)[as_place(axis)] = place;
}

void do_command(State& state, const SetRange& command) { state.of<TensorsView>().range = command.range; }

void do_command(State& state, const PrintSlice& command) { state.of<TensorsView>().printed = command.slice; }

void do_command(State& state, const SetZoom& command) { state.of<TensorsView>().zoom = command.zoom; }

void do_command(State& state, const SetCorner& command) {
    const auto layout = selected_layout(state);
    if (!layout) return;
    const Plane plane = tensor_axes(state, state.selection.tensor).plane;
    const auto last = [&](int axis) { return axis < 0 ? 0 : layout->shape[as_place(axis)] - 1; };
    state.of<TensorsView>().corner = {std::clamp<Size>(command.row, 0, last(plane.row_axis)),
                                      std::clamp<Size>(command.column, 0, last(plane.column_axis))};
}

void do_command(State& state, const MoveCell& command) {
    const auto layout = selected_layout(state);
    if (!layout) return;
    const TensorAxes axes = tensor_axes(state, state.selection.tensor);
    Index cell = axes.plane.fixed;
    if (state.selection.cell) {
        cell = *state.selection.cell;
        const auto move = [&](int axis, int by) {
            if (axis < 0) return;
            cell[as_place(axis)] = std::clamp<Size>(cell[as_place(axis)] + by, 0, layout->shape[as_place(axis)] - 1);
        };
        move(axes.plane.row_axis, command.down);
        move(axes.plane.column_axis, command.right);
        if (cell == *state.selection.cell) return;
    }
    do_command(state, SelectCell{state.selection.tensor, cell});
}

void follow_selection(State& state, const Change& change) {
    if (state.selection.tensor != change.tensor) state.of<TensorsView>().corner = {};
    const auto layout = state.selection.cell ? selected_layout(state) : std::nullopt;
    if (!layout) return;
    for (int axis = 0; axis < layout->rank; ++axis) {
        const Axis which = axis_at(*layout, axis);
        if (which == Axis::batch || which == Axis::head) continue;
        state.of<TensorsView>().places[which] = (*state.selection.cell)[as_place(axis)];
    }
}

namespace {

void reveal_match(State& state, const std::vector<std::string>& found) {
    if (!found.empty()) state.reveal.insert("tensors/list/" + found[static_cast<std::size_t>(state.of<TensorsView>().match)]);
}

/// The index of the match whose path equals the search; 0 if there is none.
int whole_match(const Run& run, const std::string& search) {
    const std::vector<std::string> found = matches(run, search);
    const auto whole = std::ranges::find(found, search);
    return whole == found.end() ? 0 : static_cast<int>(whole - found.begin());
}

}  // namespace

void do_command(State& state, const SetSearch& command) {
    const TextEdit search = with_valid_caret(command.search);
    if (search.text != state.of<TensorsView>().search.text) {
        state.of<TensorsView>().match = state.run ? whole_match(*state.run, search.text) : 0;
        state.scroll.erase("tensors/list");
    }
    state.of<TensorsView>().search = search;
}

void do_command(State& state, const CompleteSearch&) {
    if (!state.run) return;
    const std::string& search = state.of<TensorsView>().search.text;
    const auto found = matches(*state.run, search);
    do_command(state, SetSearch{typed_text(completed(found, static_cast<std::size_t>(state.of<TensorsView>().match), search))});
}

void do_command(State& state, const MoveMatch& command) {
    if (!state.run) return;
    const auto found = matches(*state.run, state.of<TensorsView>().search.text);
    state.of<TensorsView>().match =
        std::clamp(state.of<TensorsView>().match + command.by, 0, std::max(0, static_cast<int>(found.size()) - 1));
    reveal_match(state, found);
}

void do_command(State& state, const OpenMatch&) {
    if (!state.run) return;
    const auto found = matches(*state.run, state.of<TensorsView>().search.text);
    const auto match = static_cast<std::size_t>(state.of<TensorsView>().match);
    if (match >= found.size()) return;
    select_tensor(state, found[match]);
    state.focus.clear();
}

void do_command(State& state, const PinTensor& command) {
    std::vector<std::string>& pins = state.of<TensorsView>().pins;
    if (!state.run || !state.run->info(command.path) || std::ranges::count(pins, command.path)) return;
    if (pins.size() < most_pins) pins.push_back(command.path);
}

void do_command(State& state, const UnpinTensor& command) { std::erase(state.of<TensorsView>().pins, command.path); }

void do_command(State& state, const SetCopyForm& command) { state.of<TensorsView>().form = command.form; }

void do_command(State& state, const CopySelection&) {
    const Module& shown = module_of(state.modules, state.view);
    copy_text(state, shown.copied ? shown.copied(state) : copied_text(state));
}

void do_command(State& state, const CopyPart& command) {
    if (!too_large_to_copy(state, command.what)) copy_text(state, copied_part(state, command.what));
}

}  // namespace vitrine
