
#include <algorithm>
#include <utility>

#include "app/base/command_parts.h"
#include "app/export/copying.h"
#include "app/views/generate/state.h"
#include "app/views/map/state.h"
#include "app/views/masks/state.h"
#include "app/views/tensors/state.h"

namespace vitrine {

const TensorInfo* selected_tensor(const State& state) { return state.run ? state.run->info(state.selection.tensor) : nullptr; }

void reveal_step(State& state) {
    if (!state.run) return;
    const Outline& outline = state.run->outline();
    // The word of a decoding stays asked for: the run that it was chosen for comes later, with a step of its own.
    std::erase_if(state.reveal, [](const std::string& name) { return !name.starts_with("generate/"); });
    state.reveal.insert("outline/" + outline.steps[static_cast<std::size_t>(state.step)].id);
    state.reveal.insert("tensors/list/" + state.selection.tensor);
}

namespace {

bool has_tensor(const State& state, const std::string& path) { return state.run && state.run->find(path).present(); }

/// The step that fills a tensor or first reads a parameter becomes the current one; what no step reads leaves it as it is.
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
    if (another) {
        state.selection.cell.reset();
        state.of<TensorsView>().corner = {};
    }
    state.selection.tensor = path;
    show_step_of(state, path);
    state.transport.since_step = 0;
    state.transport.stepping = false;
    reveal_step(state);
    if (another) state.reveal.insert("tensors/picture");
}

void replace_run(State& state, std::shared_ptr<const Run> run) {
    state.edits = run->edits;
    show_run(state, std::move(run));
    // Whoever has changed something wants to see what comes of it, at the end as well.
    if (!state.transport.playing) state.transport.stepping = false;
}

void show_run(State& state, std::shared_ptr<const Run> run) {
    const bool same_shapes = state.run && run_behind(*state.run).trace.outline == run_behind(*run).trace.outline &&
                             state.run->batch->has_shapes_of(*run->batch);
    const Design before = state.run ? state.run->regime.design : Design{}, now = run->regime.design;
    state.run = std::move(run);
    if (now != before) state.of<MasksView>().causal = now.causal_mask, state.of<MasksView>().padding = now.padding_mask;
    if (same_shapes) return;
    Selection& selection = state.selection;
    selection.sentence = std::min(selection.sentence, sentence_count(*state.run) - 1);
    selection.head = std::min(selection.head, head_count(*state.run) - 1);
    if (!has_tensor(state, selection.tensor)) return show_step(state, state.step);
    show_step_of(state, selection.tensor);
    if (selection.cell && !state.run->find(selection.tensor).layout.contains(*selection.cell)) selection.cell.reset();
    reveal_step(state);
}

void do_command(State& state, const CloseMessage&) {
    state.message.clear();
    state.notice.clear();
}

void do_command(State& state, const SetAspect& command) { state.aspect = command.aspect; }

void do_command(State& state, const GoToStep& command) {
    show_step(state, command.step);
    state.transport.stepping = true;
}

void do_command(State& state, const MoveStep& command) {
    show_step(state, state.step + command.by);
    state.transport.stepping = true;
}

void do_command(State& state, const SetPlaying& command) {
    if (command.playing && state.run && state.step == state.run->last_step()) show_step(state, 0);
    state.transport.playing = command.playing && state.run;
    state.transport.stepping |= state.transport.playing;
    state.transport.since_step = 0;
}

void do_command(State& state, const SetSpeed& command) {
    state.transport.steps_per_second = std::clamp(command.steps_per_second, 0.25, 16.0);
}

void do_command(State& state, const PassTime& command) {
    pass_time(state.of<MapView>(), command.seconds);
    pass_time(state.of<GenerateView>(), command.seconds);
    pass_time_of_merges(state, command.seconds);
    pass_notice(state, command.seconds);
    Transport& transport = state.transport;
    if (!transport.playing || !state.run) return;
    transport.since_step += command.seconds;
    if (transport.since_step < 1 / transport.steps_per_second) return;
    show_step(state, state.step + 1);
    transport.playing = state.step < state.run->last_step();
}

void do_command(State& state, const SelectTensor& command) { select_tensor(state, command.path); }

namespace {

/// Selects a cell, and with it the sentence and the head it belongs to.
bool show_cell(State& state, const std::string& path, const Index& cell) {
    if (!has_tensor(state, path)) return false;
    const Layout& layout = state.run->find(path).layout;
    if (!layout.contains(cell)) return false;
    select_tensor(state, path);
    state.selection.cell = cell;
    state.reveal.insert("tensors/cell");
    const int batch = layout.find(Axis::batch), head = layout.find(Axis::head);
    if (batch >= 0) state.selection.sentence = cell[static_cast<std::size_t>(batch)];
    if (head >= 0 && layout.shape[static_cast<std::size_t>(head)] > 1) {
        state.selection.head = cell[static_cast<std::size_t>(head)];
    }
    return true;
}

}  // namespace

void do_command(State& state, const SelectCell& command) {
    if (show_cell(state, command.path, command.cell)) state.trail.go({command.path, command.cell});
}

namespace {

/// A place of the trail may be of a model that is no longer open, or of other sentences.
void show_place(State& state, const TrailPlace* place) {
    if (place) show_cell(state, place->tensor, place->cell);
}

}  // namespace

void do_command(State& state, const GoBack&) { show_place(state, state.trail.back()); }

void do_command(State& state, const GoForward&) { show_place(state, state.trail.forward()); }

void do_command(State& state, const ShowEveryTerm& command) { state.every_term = command.every; }

void do_command(State& state, const ClearCell&) { state.selection.cell.reset(); }

void do_command(State& state, const CopySelection&) { state.copied = copied_text(state); }

namespace {

/// Keeps the selected cell in step with the sentence or head that is shown.
void move_cell(State& state, Axis axis, Size to) {
    const TensorInfo* info = selected_tensor(state);
    if (!info || !state.selection.cell) return;
    const Layout& layout = state.run->find(info->path).layout;
    const int place = layout.find(axis);
    if (place < 0) return;
    if (to < layout.shape[static_cast<std::size_t>(place)]) (*state.selection.cell)[static_cast<std::size_t>(place)] = to;
}

}  // namespace

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

void do_command(State& state, const SetScale& command) { state.scale = std::clamp(command.scale, 0.75, 3.0); }

void do_command(State& state, const RevealStep&) {
    reveal_step(state);
    if (state.view == View::attention) reveal_head(state);
}

void do_command(State& state, const Revealed&) { state.reveal.clear(); }

void do_command(State& state, const SetScroll& command) { state.scroll[command.area] = std::max(0.0f, command.offset); }

void do_command(State& state, const ToggleSection& command) {
    if (!state.folded.erase(command.section)) state.folded.insert(command.section);
}

void do_command(State& state, const SetFocus& command) {
    state.focus = command.anchor;
    if (!state.focus.empty()) state.reveal = {state.focus};
}

void apply(State& state, const Command& command) {
    begin_command(state, command.traits());
    const std::shared_ptr<const Run> before = state.run;
    command.carry_out(state);
    follow_comparison(state, before);
    follow_changes(state, command);
    follow_attention(state);
    follow_positions(state);
    follow_masks(state);
    follow_cell(state);
    follow_field(state);
    follow_decoding(state);
    follow_run(state.of<MapView>(), state.run.get());
}

}  // namespace vitrine
