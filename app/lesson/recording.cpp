#include "app/lesson/recording.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/export/exporting.h"
#include "app/lesson/player.h"
#include "app/run/edited.h"
#include "app/run/request.h"
#include "app/run/run.h"
#include "app/script/words.h"
#include "app/session/fields.h"
#include "app/state/lesson_limits.h"
#include "core/model/design_choices.h"

namespace vitrine {

namespace {

/// The fields of the view's own, such as the stage of a head.
std::string kept_by_view(const State& state) {
    const nlohmann::ordered_json fields = fields_of(state, &Module::saved);
    const std::string view(state.view.name);
    // The zoom of the map follows from what is framed.
    return fields.contains(view) && state.view != View::map ? fields[view].dump() : "";
}

RecordedState recorded(const State& state) {
    RecordedState now{.model = state.request,
                      .view = state.view,
                      .aspect = state.aspect,
                      .sentence = state.selection.sentence,
                      .head = state.selection.head,
                      .tensor = state.selection.tensor,
                      .edits = state.edits,
                      .kept = kept_by_view(state)};
    if (state.run && state.selection.cell) {
        const int rank = state.run->find(now.tensor).layout.rank;
        now.cell.assign(state.selection.cell->begin(), state.selection.cell->begin() + rank);
    }
    return now;
}

/// "@select PATH 0 1 2".
std::string selection_line(const RecordedState& step) {
    std::string line = "@select " + step.tensor;
    for (const Size place : step.cell) line += fmt::format(" {}", place);
    return line + '\n';
}

/// A word as it is written in the line of a lesson, in which braces are formulas.
std::string lesson_word(const std::string& word) {
    std::string text;
    for (const char c : as_script_word(word)) text += c == '{' ? "{\"{\"}" : std::string(1, c);
    return text;
}

/// "@word source 3 dog" for every word of the sentence that differs from the opened batch. A sentence of another length cannot be
/// described like this; then a line says so.
std::string word_lines(const State& state, const RecordedState& step) {
    if (!step.edits.batch) return "";
    const Batch &now = *step.edits.batch, &before = *opened(state.run)->batch;
    if (!now.has_shapes_of(before)) return "\nHere the sentences have other lengths: say in the text what was changed.\n\n";
    std::string lines;
    const auto compare = [&](const char* side, const IndexTensor& tokens, const IndexTensor& old, const Vocabulary& words) {
        for (Size place = 0; place < tokens.size(1); ++place) {
            const std::int32_t id = tokens.at({step.sentence, place});
            if (id == old.at({step.sentence, place})) continue;
            const std::string word(words.word(id));
            lines += word.find('\n') == std::string::npos
                         ? fmt::format("@word {} {} {}\n", side, place + 1, lesson_word(word))
                         : fmt::format("\nThe {} token {} was replaced here by one that no line can hold.\n\n", side, place + 1);
        }
    };
    compare("source", now.src, before.src, state.run->model->source_vocabulary);
    compare("target", now.tgt, before.tgt, state.run->model->target_vocabulary);
    return lines;
}

std::string edit_lines(const State& state, const RecordedState& step) {
    std::string lines = word_lines(state, step);
    for (const DesignChoice& choice : design_choices()) {
        if (choice.is_made(step.edits.design)) lines += fmt::format("@without {}\n", choice.name);
    }
    for (const SilencedHead& silenced : step.edits.interventions.silenced)
        lines += fmt::format("@silence {} {}\n", silenced.attention, silenced.head + 1);
    for (const Overwrite& overwrite : step.edits.interventions.overwrites) {
        lines += "@write " + overwrite.path;
        for (int axis = 0; axis < state.run->find(overwrite.path).layout.rank; ++axis)
            lines += fmt::format(" {}", overwrite.index[static_cast<std::size_t>(axis)]);
        lines += fmt::format(" {}\n", overwrite.value);
    }
    return lines;
}

std::string ring_line(const RecordedState& step) {
    if (step.anchor.empty()) return "";
    std::string line = "@ring " + step.anchor;
    for (const Size place : step.cell) line += fmt::format(" {}", place);
    return line + '\n';
}

const char* aspect_word(Aspect aspect) {
    static constexpr const char* words[] = {"value", "gradient", "both", "product"};
    return words[static_cast<std::size_t>(aspect)];
}

std::string step_text(const State& state, const RecordedState& step) {
    std::string text = fmt::format("## {}\n\n@view {}\n", module_of(state.modules, step.view).label, step.view.name);
    text += fmt::format("@sentence {}\n@head {}\n", step.sentence + 1, step.head + 1);
    text += edit_lines(state, step);
    if (!step.tensor.empty()) text += selection_line(step);
    if (!step.kept.empty()) text += fmt::format("@keep {} {}\n", step.view.name, step.kept);
    if (step.aspect != Aspect::value) text += fmt::format("@aspect {}\n", aspect_word(step.aspect));
    return text + ring_line(step) + "\nSay here what is to be seen, and what to look for.\n\n";
}

}  // namespace

bool RecordedState::is_like(const RecordedState& other) const {
    return same_request(model, other.model) && view == other.view && aspect == other.aspect && sentence == other.sentence &&
           head == other.head && tensor == other.tensor && cell == other.cell && edits == other.edits && kept == other.kept;
}

std::string draft_of(const State& state, const std::vector<RecordedState>& steps) {
    std::string text = "# My lesson\n\n@about In one sentence, what it is about.\n@find A question that it answers?\n";
    if (state.request.sample) text += fmt::format("@sample {}\n", *state.request.sample);
    text += '\n';
    for (const RecordedState& step : steps) text += step_text(state, step);
    return text;
}

void do_command(State& state, const RecordLesson& command) {
    refuse_lessons(state, "begins or drops a recording");
    LessonRecording& recording = state.of<LessonRecording>();
    recording = {.on = command.on && state.run, .last = recorded(state), .steps = {}};
}

void do_command(State& state, const RingRecordedStep& command) {
    LessonRecording& recording = state.of<LessonRecording>();
    if (!recording.steps.empty()) recording.steps.back().anchor = command.anchor;
}

void do_command(State& state, const DropRecordedStep&) {
    refuse_lessons(state, "drops what is recorded");
    LessonRecording& recording = state.of<LessonRecording>();
    if (!recording.steps.empty()) recording.steps.pop_back();
}

void do_command(State& state, const SaveRecording&) {
    LessonRecording& recording = state.of<LessonRecording>();
    if (!recording.on || recording.steps.empty() || !state.run) return;
    do_command(state, ExportText{.text = draft_of(state, recording.steps), .stem = "lesson-draft", .ending = ".md"});
    recording = {};
}

void pass_recording_time(State& state) {
    LessonRecording& recording = state.of<LessonRecording>();
    if (!recording.on || !is_ready(state)) return;
    RecordedState now = recorded(state);
    if (now.is_like(recording.last)) return;
    recording.last = now;
    recording.steps.push_back(std::move(now));
}

}  // namespace vitrine
