/// Links into lessons: what a link says beyond its lesson is restored as soon as the lesson's step has prepared the program.

#include <utility>

#include "app/edit/commands.h"
#include "app/lesson/commands.h"
#include "app/lesson/player.h"
#include "app/lesson/state.h"
#include "app/link/keys.h"
#include "app/link/module.h"
#include "app/link/state.h"
#include "app/run/edits_json.h"
#include "app/run/run.h"
#include "app/session/fields.h"
#include "app/session/session.h"
#include "app/session/session_partial.h"
#include "app/state/window_commands.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Begins the lesson when the link's sample is open. If the sample could not be opened, the lesson does not begin.
void begin_lesson(State& state) {
    const bool waits = !state.run || state.opening || state.of<PendingSession>().session;
    if (waits || !state.of<Linking>().lesson) return;
    Link link = *std::exchange(state.of<Linking>().lesson, std::nullopt);
    if (state.request.sample != link.session.model->sample) return;
    do_command(state, BeginLesson{.lesson = lesson_of(link), .step = link.lesson_step, .on_own = link.lesson_on_own});
    state.of<Linking>().beyond = BeyondLesson{std::move(link)};
}

bool step_is_made(const State& state) {
    const LessonState& lesson = state.of<LessonState>();
    return shown_step(lesson) && lesson.page && !lesson.stale && lesson.problem.empty() && is_ready(state);
}

void note_step(State& state) {
    const LessonState& lesson = state.of<LessonState>();
    auto& made = state.of<Linking>().made;
    if (!lesson.lesson) made.reset();
    if (!step_is_made(state)) return;
    if (made && made->lesson == lesson.lesson && made->step == lesson.step) return;
    made = LessonMade{lesson.lesson, lesson.step, session_of(state), state.run->batch};
}

/// The edits of the step, except those that the link names.
Edits edits_beyond(const State& state, const Link& link, std::string& problem) {
    const LessonMade& made = *state.of<Linking>().made;
    nlohmann::ordered_json json = every_edit(made.session.edits);
    json.update(link.edits);
    Edits edits = edits_from(nlohmann::json(json), "the link");
    edits.batch = made.session.edits.batch;
    if (!link.session.link->contains("batch")) return edits;
    std::vector<std::string> notes;
    edits.batch = batch_said((*link.session.link)["batch"], *state.run->model, *made.batch, notes);
    for (const std::string& note : notes) problem += (problem.empty() ? "" : "; ") + note;
    return edits;
}

void tell(State& state, const std::string& what) {
    if (!what.empty()) do_command(state, ShowMessage{what});
}

void restore_beyond(State& state) {
    auto& beyond = state.of<Linking>().beyond;
    const LessonState& lesson = state.of<LessonState>();
    if (beyond && (!lesson.lesson || !lesson.problem.empty()))
        tell(state, std::exchange(beyond, std::nullopt)->link.session.remark);
    if (!beyond || !step_is_made(state)) return;
    try {
        if (!std::exchange(beyond->edited, true)) {
            Edits edits = edits_beyond(state, beyond->link, beyond->link.session.remark);
            if (!(edits == state.edits)) return apply(state, SetEdits{std::move(edits), "as the link has it"});
        }
        const Link link = std::move(std::exchange(beyond, std::nullopt)->link);
        std::string misfits;
        if (!link.session.link->empty()) misfits = restore_said(state, *link.session.link, state.of<Linking>().made->session);
        tell(state, link.session.remark);
        tell(state, misfits);
    } catch (const Error& error) {
        beyond.reset();
        tell(state, error.what());
    }
}

}  // namespace

bool link_is_moving(const State& state) { return state.of<Linking>().lesson || state.of<Linking>().beyond; }

void pass_link_time(State& state, double) {
    begin_lesson(state);
    note_step(state);
    restore_beyond(state);
}

}  // namespace vitrine
