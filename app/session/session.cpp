#include "app/session/session.h"

#include <algorithm>

#include "app/run/request.h"
#include "app/run/run.h"
#include "app/session/fields.h"
#include "app/session/session_partial.h"
#include "app/state/begins_anew.h"
#include "app/state/lacking.h"
#include "app/state/learning.h"
#include "app/state/lesson_limits.h"
#include "app/state/notice.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"

namespace vitrine {

namespace {

/// The comparison, unless run A is from a training, which is not in a file.
std::optional<SavedComparison> comparison_in(const State& state) {
    const std::shared_ptr<const Run>& pinned = state.of<ComparisonView>().pinned;
    if (!pinned || !names_model(pinned->request)) return std::nullopt;
    return SavedComparison{pinned->request, pinned->edits, state.of<ComparisonView>().side};
}

SavedPlace place_in(const State& state) {
    SavedPlace place{.view = state.view,
                     .step = state.step,
                     .phase = state.phase,
                     .tensor = state.selection.tensor,
                     .sentence = state.selection.sentence,
                     .head = state.selection.head,
                     .aspect = state.aspect,
                     .every_term = state.every_term,
                     .steps_per_second = state.transport.steps_per_second,
                     .folded = {state.folded.begin(), state.folded.end()}};
    if (const TensorInfo* info = selected_tensor(state); info && state.selection.cell) {
        const int rank = state.run->find(info->path).layout.rank;
        place.cell.assign(state.selection.cell->begin(), state.selection.cell->begin() + rank);
    }
    return place;
}

}  // namespace

SavedSession session_of(const State& state) {
    const auto& pending = state.of<PendingSession>().session;
    if (pending) return *pending;  // the saved state has not been restored yet
    SavedSession session;
    if (names_model(state.request)) session.model = state.request;
    const Learning& learning = state.of<Learning>();
    session.edits = learning.shown ? learning.set_aside : state.edits;
    session.history = learning.shown ? learning.history_set_aside : state.history;
    session.parked = state.parked;
    session.comparison = comparison_in(state);
    session.place = place_in(state);
    session.looks = {state.theme, state.scale, state.motion, state.share_colours, state.desktop.reduced_motion.value_or(false)};
    session.habits = fields_of(state, &Module::habits);
    session.views = fields_of(state, &Module::saved);
    return session;
}

SavedSession for_model(const SavedSession& session, const ModelRequest& model) {
    if (session.model && same_request(*session.model, model)) return session;
    SavedSession other;
    other.parked = session.parked;
    other.looks = session.looks;
    other.habits = session.habits;
    other.model = model;
    other.problem = session.problem;
    if (session.comparison) park(other.parked, {session.comparison->model, session.comparison->edits});
    if (session.model) park(other.parked, {*session.model, session.edits, session.history});
    if (session.model && !session.edits.empty()) other.notice = parked_words(*session.model);
    return other;
}

void do_command(State& state, const RestoreSession& command) {
    refuse_lessons(state, "opens a session");
    const SavedSession& session = command.session;
    do_command(state, SetThemeChoice{session.looks.theme});
    do_command(state, SetScale{session.looks.scale});
    state.motion = session.looks.motion;
    state.share_colours = session.looks.share_colours;
    state.desktop.reduced_motion = session.looks.reduced_motion;
    take_fields(state, &Module::habits, session.habits, "");
    state.parked = session.parked;
    state.opening = session.model;
    if (session.model) ++state.openings;
    state.of<PendingSession>().session = session;
}

namespace {

/// Restores the place in the run, if this run has it.
void restore_place(State& state, const SavedPlace& place) {
    do_command(state, SetView{place.view});
    do_command(state, GoToStep{place.step});
    do_command(state, GoToPhase{place.phase});
    do_command(state, SelectTensor{place.tensor});
    do_command(state, SelectSentence{place.sentence});
    do_command(state, SelectHead{place.head});
    Index cell{};
    const TensorInfo* info = selected_tensor(state);
    const auto rank = info ? static_cast<std::size_t>(state.run->find(info->path).layout.rank) : 0;
    if (info && info->path == place.tensor && !place.cell.empty() && place.cell.size() == rank) {
        std::copy(place.cell.begin(), place.cell.end(), cell.begin());
        do_command(state, SelectCell{place.tensor, cell});
    }
    do_command(state, SetAspect{place.aspect});
    do_command(state, ShowEveryTerm{place.every_term});
    do_command(state, SetSpeed{place.steps_per_second});
    state.folded.insert(place.folded.begin(), place.folded.end());
}

/// For a link: everything that it leaves out is set as opening the model in the link's view does, including the habits of that
/// view.
void restore_link(State& state, SavedSession session) {
    const nlohmann::ordered_json said = *std::exchange(session.link, std::nullopt);
    do_command(state, SetView{with_said({}, said, state.modules).place.view});
    SavedSession usual = session_of(state);  // see begin_anew()
    usual.notice = session.notice;
    const std::string misfits = restore_said(state, said, usual);
    state.message.clear();
    for (const std::string& what : {session.problem, session.remark, misfits}) {
        if (!what.empty()) do_command(state, ShowMessage{what});
    }
}

}  // namespace

void begin_anew(State& state, const SavedSession& link) {
    const State at_first(state.modules);
    const nlohmann::ordered_json habits = fields_of(at_first, &Module::habits);
    const std::string shown(link.place.view.name);
    if (habits.contains(shown)) take_fields(state, &Module::habits, {{shown, habits[shown]}}, "");
    state.view = at_first.view;
    state.phase = at_first.phase;
    state.aspect = state.forward_aspect = at_first.aspect;
    state.every_term = at_first.every_term;
    state.transport.steps_per_second = at_first.transport.steps_per_second;
    state.of<ComparisonView>() = {};
    state.of<BeginsAnew>().now = true;
    take_fields(state, &Module::saved, fields_of(at_first, &Module::saved), "");
    state.of<BeginsAnew>().now = false;
}

void restore(State& state, const SavedSession& session) {
    if (session.link) return restore_link(state, session);
    take_fields(state, &Module::saved, session.views, "");
    restore_place(state, session.place);
    for (const Module* module : state.modules) {
        if (module->restored && works(state, *module)) module->restored(state);
    }
    const bool both = !session.problem.empty() && !session.remark.empty();
    state.message = session.problem + (both ? "; " : "") + session.remark;
    if (!session.notice.empty()) notify(state, session.notice);
    state.of<PendingSession>().kept = session.problem.empty();
}

}  // namespace vitrine
