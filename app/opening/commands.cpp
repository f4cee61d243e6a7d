/// Commands that open models, and that receive opened models and failures of jobs.

#include "app/opening/commands.h"

#include <utility>

#include "app/compare/state.h"
#include "app/run/request.h"
#include "app/session/data.h"
#include "app/session/session.h"
#include "app/state/lacking.h"
#include "app/state/learning.h"
#include "app/state/lesson_limits.h"
#include "app/state/notice.h"
#include "app/state/place.h"
#include "app/state/replaced.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "core/text/plain_text.h"

namespace vitrine {

void do_command(State& state, const OpenModel& command) {
    refuse_files_to_lessons(state, command.request);
    state.opening = command.request;
    ++state.openings;
    if (!state.menu.empty() && state.focus.starts_with(state.menu)) state.focus = state.menu;  // the entries of the menu are gone
    state.menu.clear();
}

void do_command(State& state, const UseDevice& command) { state.of<OpeningDevice>().device = command.device; }

namespace {

/// Parks the edits of the model that was open, and makes the edits that were parked for the arriving model available again. A
/// training run only borrows the place of the open model, which is the same as before afterwards. Returns a message about the
/// edits, or "".
std::string exchange_edits(State& state, const Run& run) {
    const bool same = names_model(state.request) && same_request(state.request, run.request);
    const bool learned = state.of<Learning>().shown;
    const bool returns = arrive_at_replaced(state, run.request);
    if (!returns && (learned || !same)) remember_replaced(state);
    Edits made = std::move(state.edits);
    if (learned) {
        made = std::exchange(state.of<Learning>().set_aside, {});
        state.history = std::exchange(state.of<Learning>().history_set_aside, {});
    }
    if (learned && same) {
        // They are made again from the file. If the model in the file has changed, they may not fit any more.
        park(state.parked, {state.request, made, state.history});
        state.edits = std::move(made);
        state.history.keep_nothing();
        return "";
    }
    state.edits = run.edits;
    const bool leaves = !made.empty() && names_model(state.request);
    if (leaves) park(state.parked, {state.request, std::move(made), std::move(state.history)});
    state.history.clear();
    const std::string words = leaves ? parked_words(state.request) : "";
    const ParkedEdits* back = find_parked(state.parked, run.request);
    if (!back) return words;
    state.history = back->history;
    if (returns) {  // the model is as it was left
        state.edits = back->edits;
        state.history.keep_nothing();
        return words;
    }
    if (!(back->edits == run.edits)) state.history.note(back->edits, "open " + run.model->name + " anew");
    return same ? "The model was read again; Undo brings back your changes." : words;
}

/// If another model was opened instead of the session's own, the edits of the session's model are parked, too.
void park_session(State& state, const SavedSession& session) {
    park(state.parked, {*session.model, session.edits, session.history});
    if (session.comparison) park(state.parked, {session.comparison->model, session.comparison->edits});
    if (!session.edits.empty()) notify(state, parked_words(*session.model));
}

void add_problem(SavedSession& session, const std::string& problem) {
    session.problem += (session.problem.empty() ? "" : "; ") + problem;
}

/// Sets what a link leaves out as the modules set it for a model that has just been opened.
void follow_opening(State& state) {
    for (const Module* module : state.modules) {
        if (module->follow && works(state, *module)) module->follow(state, {});
    }
}

/// Restores the session's run A, and the comparison with it.
void pin_as_it_was(State& state, std::shared_ptr<const Run> pinned, ComparedSide side) {
    ComparisonView& comparison = state.of<ComparisonView>();
    comparison.pinned = std::move(pinned);
    comparison.working = state.run;
    comparison.side = side;
    comparison.chosen = state.selection.tensor;
    comparison.chosen_here = state.view == View::compare;
}

}  // namespace

void do_command(State& state, const ShowRun& command) {
    const std::string parked = exchange_edits(state, *command.run);
    state.run = command.run;
    if (const auto& arrives = state.of<PendingSession>().session;
        arrives && arrives->link && same_request(*arrives->model, command.run->request))
        begin_anew(state, *arrives);
    if (state.of<ComparisonView>().pinned) state.of<ComparisonView>().working = state.run;
    state.field.reset();
    state.of<Learning>().shown = state.of<Learning>().playing = false;
    state.opening.reset();
    state.message.clear();
    notify(state, parked);
    state.selection = {};
    state.trail.clear();
    state.transport = {.playing = false, .steps_per_second = state.transport.steps_per_second, .so_far = state.transport.so_far};
    state.scroll.clear();
    state.folded.clear();
    for (const Module* module : state.modules) {
        if (module->forget) module->forget(state);
    }
    show_film_place(state, 0);
    leave_gradients(state);
    if (const Module& view = module_of(state.modules, state.view); view.enter && works(state, view)) view.enter(state);
    state.request = state.run->request;
    add_recent(state.recent, {state.run->request, state.run->model->name});
    auto session = std::exchange(state.of<PendingSession>().session, std::nullopt);
    if (!session) return;
    if (!same_request(*session->model, state.request)) return park_session(state, *session);
    const bool has_history = session->history.can_undo() || session->history.can_redo();
    if (command.lost.empty() && has_history) state.history = session->history;
    const std::string whose = session->link ? "the link's" : "the session's";
    if (!command.lost.empty()) add_problem(*session, whose + " edits do not fit this model: " + printable(command.lost));
    if (!command.lost_pinned.empty())
        add_problem(*session, "run A of the comparison cannot be opened: " + printable(command.lost_pinned));
    if (!command.note.empty()) add_problem(*session, command.note);
    if (session->link) follow_opening(state);
    restore(state, *session);
    if (command.pinned && session->comparison) pin_as_it_was(state, command.pinned, session->comparison->side);
}

namespace {

/// For a session whose model is gone: opens a sample instead, and restores the rest.
void replace_lost_model(SavedSession& session, const std::string& why) {
    session.problem = (session.link ? "the link's" : "the session's") + (" model cannot be opened: " + why);
    session.link.reset();
    session.model = ModelRequest{.sample = first_sample};
    session.edits = {};
    session.history.clear();
}

}  // namespace

void do_command(State& state, const OpeningFailed& command) {
    const bool wanted = state.opening && same_request(*state.opening, command.model);
    PendingSession& pending = state.of<PendingSession>();
    const auto open_session_instead = [&] {
        state.opening = pending.session->model;
        ++state.openings;
    };
    if (wanted && pending.session && !same_request(*pending.session->model, command.model)) {
        // Another model was requested before the session's own was open: that model is opened, too.
        pending.session->remark = command.why;
        open_session_instead();
    } else if (wanted && pending.session && pending.session->link && state.run) {
        state.message = "the link cannot be opened: " + command.why;
        pending.session.reset();
        state.opening.reset();
    } else if (wanted && pending.session && pending.session->problem.empty()) {
        park(state.parked, {*pending.session->model, pending.session->edits, pending.session->history});
        replace_lost_model(*pending.session, command.why);
        pending.kept = false;
        open_session_instead();
    } else {
        state.message = command.why;
        if (!wanted) return;
        pending.session.reset();
        state.opening.reset();
    }
}

void do_command(State& state, const GradientsFailed& command) {
    if (state.phase != Phase::forward) do_command(state, GoToPhase{Phase::forward});
    state.aspect = Aspect::value;  // so that the same request does not fail again and again
    state.message = command.why;
}

void do_command(State& state, const LoseRun&) {
    const bool awaits_another = state.opening && !state.of<PendingSession>().session;
    const SavedSession session = session_of(state);
    state.run.reset();
    state.of<ComparisonView>() = {};
    if (awaits_another) {
        ++state.openings;
        return;
    }
    state.edits = {};  // they return with the session
    state.history.clear();
    do_command(state, RestoreSession{session});
}

void do_command(State& state, const UpdateRun& command) {
    for (auto* run : {&state.run, &state.of<ComparisonView>().pinned, &state.of<ComparisonView>().working}) {
        if (*run && (*run)->generation == command.run->generation) *run = command.run;
    }
}

}  // namespace vitrine
