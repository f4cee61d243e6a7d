#include "app/state/place.h"

#include <algorithm>
#include <utility>

namespace vitrine {

const TensorInfo* selected_tensor(const State& state) { return state.run ? state.run->info(state.selection.tensor) : nullptr; }

void reveal_step(State& state) {
    if (!state.run) return;
    const Outline& outline = state.run->outline();
    // A word of a decoding stays in the list, since its run comes later and sets the step.
    std::erase_if(state.reveal, [](const std::string& name) { return !name.starts_with("generate/"); });
    state.reveal.insert("outline/" + outline.steps[static_cast<std::size_t>(state.step)].id);
    state.reveal.insert("tensors/list/" + state.selection.tensor);
}

bool has_tensor(const State& state, const std::string& path) { return state.run && state.run->find(path).present(); }

namespace {

void enter(State& state, Phase phase) {
    if (phase != Phase::forward) {
        if (state.phase == Phase::forward) state.forward_aspect = state.aspect;
        if (state.aspect == Aspect::value) state.aspect = Aspect::gradient;
    } else if (state.phase != phase) {
        state.aspect = state.forward_aspect;
    }
    state.phase = phase;
}

/// Makes a place of the film the current one. The chosen aspect stays, unless the place is in the other pass.
void come_to(State& state, int place) {
    const Film& film = film_of(*state.run);
    if (film.phase_of(place) != state.phase) enter(state, film.phase_of(place));
    // The update has no step of its own: it counts as the last step of the backward pass.
    const int backward = std::min(place, film.update() - 1) - film.forward;
    state.step = state.phase == Phase::forward ? place : film.backward[static_cast<std::size_t>(backward)].step;
}

/// Makes the step that fills a tensor, or that first reads a parameter, the current one; does nothing for unused parameters. In
/// the backward pass, it is the step that completes the gradient; at the update, parameters do not change the place.
void show_step_of(State& state, const std::string& path) {
    if (state.phase == Phase::update && find_parameter(*state.run, path).present()) return;
    const auto backward = state.phase != Phase::forward ? film_of(*state.run).place_of_gradient(path) : std::nullopt;
    const int step = state.run->info(path)->step, count = static_cast<int>(state.run->outline().steps.size());
    come_to(state, backward ? *backward : step < count ? step : std::min(state.step, state.run->last_step()));
}

/// At the update, selects a parameter: the one that is already selected or else the first of the step that was differentiated
/// last.
void select_updated(State& state) {
    const Run& run = *state.run;
    if (find_parameter(run, state.selection.tensor).present()) return;
    const auto& makes = film_of(run).backward.back().makes;
    const auto made = std::ranges::find_if(makes, [&](const MadeGradient& one) { return find_parameter(run, one.path).present(); });
    state.selection.tensor = made != makes.end() ? made->path : run.parameter_list.front().name;
    state.selection.cell.reset();
    state.selection.projection = -1;
}

}  // namespace

void show_step(State& state, int step) {
    if (!state.run) return;
    step = std::clamp(step, 0, state.run->last_step());
    const auto backward = state.phase != Phase::forward ? film_of(*state.run).place_of_backward(step) : std::nullopt;
    show_film_place(state, backward.value_or(step));
}

int film_place(const State& state) {
    if (state.phase == Phase::forward) return state.step;
    if (state.phase == Phase::update) return film_of(*state.run).update();
    return film_of(*state.run).place_of_backward(state.step).value_or(state.step);
}

int steps_to_end(const State& state) {
    const int loss = state.run->last_step(), place = film_place(state);
    const Film& film = film_of(*state.run);
    return (place < loss ? loss : place < film.update() - 1 ? film.update() - 1 : film.places() - 1) - place;
}

void show_film_place(State& state, int place) {
    if (!state.run) return;
    const Film& film = film_of(*state.run);
    place = std::clamp(place, 0, film.places() - 1);
    enter(state, film.phase_of(place));
    come_to(state, place);
    if (state.phase == Phase::update) {
        select_updated(state);
    } else {
        const BackwardStep* backward = backward_step(state);
        state.selection.tensor =
            backward ? backward->result : state.run->outline().steps[static_cast<std::size_t>(state.step)].result;
        state.selection.cell.reset();
        state.selection.projection = -1;
    }
    state.transport.since_step = 0;
    reveal_step(state);
}

void leave_gradients(State& state) {
    state.forward_aspect = Aspect::value;
    if (state.phase == Phase::forward) state.aspect = Aspect::value;
}

bool show_values_without_loss(State& state) {
    const bool has_none = state.run && (!state.run->has_loss() || (state.run->difference && !state.run->difference->a->has_loss()));
    if (!has_none || state.aspect == Aspect::value) return false;
    state.aspect = state.forward_aspect = Aspect::value;
    return true;
}

const BackwardStep* backward_step(const State& state) {
    if (!state.run || state.phase != Phase::backward) return nullptr;
    const Film& film = film_of(*state.run);
    const int index = film.backward_of[static_cast<std::size_t>(state.step)];
    return index < 0 ? nullptr : &film.backward[static_cast<std::size_t>(index)];
}

void select_tensor(State& state, const std::string& path) {
    if (!has_tensor(state, path)) return;
    const bool another = path != state.selection.tensor;
    if (another) state.selection.cell.reset(), state.selection.projection = -1;
    state.selection.tensor = path;
    show_step_of(state, path);
    state.transport.since_step = 0;
    state.transport.under_way = false;
    reveal_step(state);
    if (another) state.reveal.insert("tensors/picture");
}

std::optional<StackedProjection> projection_alone(const State& state) {
    const TensorInfo* info = state.selection.projection < 0 ? nullptr : selected_tensor(state);
    const auto parts = info ? projections_in(*state.run, *info) : std::vector<StackedProjection>{};
    const auto at = static_cast<std::size_t>(state.selection.projection);
    return at < parts.size() && !state.run->find(info->path).fetched ? std::optional(parts[at]) : std::nullopt;
}

void show_run(State& state, std::shared_ptr<const Run> run) {
    const bool same_shapes = state.run && run_b_or_self(*state.run).trace.outline == run_b_or_self(*run).trace.outline &&
                             state.run->batch->has_shapes_of(*run->batch);
    state.run = std::move(run);
    if (state.phase == Phase::backward && !backward_step(state)) enter(state, Phase::forward);
    if (state.phase == Phase::update && !film_of(*state.run).has_update()) enter(state, Phase::forward);
    show_values_without_loss(state);
    if (same_shapes) return;
    Selection& selection = state.selection;
    selection.sentence = std::min(selection.sentence, sentence_count(*state.run) - 1);
    selection.head = std::min(selection.head, head_count(*state.run) - 1);
    if (!has_tensor(state, selection.tensor)) return show_step(state, state.step);
    show_step_of(state, selection.tensor);
    if (selection.cell && !state.run->find(selection.tensor).layout.contains(*selection.cell)) selection.cell.reset();
    reveal_step(state);
}

}  // namespace vitrine
