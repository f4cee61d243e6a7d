#include "app/state/place.h"

#include <algorithm>
#include <utility>

namespace vitrine {

const TensorInfo* selected_tensor(const State& state) { return state.run ? state.run->info(state.selection.tensor) : nullptr; }

void reveal_step(State& state) {
    if (!state.run) return;
    const Outline& outline = state.run->outline();
    // A decoding's word stays requested: its run comes later and sets the step.
    std::erase_if(state.reveal, [](const std::string& name) { return !name.starts_with("generate/"); });
    state.reveal.insert("outline/" + outline.steps[static_cast<std::size_t>(state.step)].id);
    state.reveal.insert("tensors/list/" + state.selection.tensor);
}

bool has_tensor(const State& state, const std::string& path) { return state.run && state.run->find(path).present(); }

namespace {

/// Makes the step that fills a tensor, or first reads a parameter, the current one; unused parameters change nothing.
void show_step_of(State& state, const std::string& path) {
    const int step = state.run->info(path)->step, count = static_cast<int>(state.run->outline().steps.size());
    state.step = step < count ? step : std::min(state.step, state.run->last_step());
}

}  // namespace

void show_step(State& state, int step) {
    if (!state.run) return;
    const Run& run = *state.run;
    state.step = std::clamp(step, 0, run.last_step());
    state.selection.tensor = run.outline().steps[static_cast<std::size_t>(state.step)].result;
    state.selection.cell.reset();
    state.transport.since_step = 0;
    reveal_step(state);
}

void select_tensor(State& state, const std::string& path) {
    if (!has_tensor(state, path)) return;
    const bool another = path != state.selection.tensor;
    if (another) state.selection.cell.reset();
    state.selection.tensor = path;
    show_step_of(state, path);
    state.transport.since_step = 0;
    state.transport.under_way = false;
    reveal_step(state);
    if (another) state.reveal.insert("tensors/picture");
}

void show_run(State& state, std::shared_ptr<const Run> run) {
    const bool same_shapes = state.run && run_b_or_self(*state.run).trace.outline == run_b_or_self(*run).trace.outline &&
                             state.run->batch->has_shapes_of(*run->batch);
    state.run = std::move(run);
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
