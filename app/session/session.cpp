#include "app/session/session.h"

#include <algorithm>

#include "app/base/command_parts.h"
#include "app/base/selection_commands.h"
#include "app/base/transport_commands.h"
#include "app/base/window_commands.h"
#include "app/compare/comparison_commands.h"
#include "app/compare/comparison_view.h"
#include "app/export/exporting.h"
#include "app/run/request_json.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/state.h"
#include "app/views/design/commands.h"
#include "app/views/design/state.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/masks/state.h"
#include "app/views/positions/state.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"
#include "app/views/tokens/commands.h"
#include "app/views/tokens/state.h"
#include "app/views/train/state.h"

namespace vitrine {

namespace {

void take_view_choices(const State& state, SavedSession& session) {
    session.stage = state.of<AttentionView>().stage;
    session.share = state.of<AttentionView>().share;
    session.mask = state.of<MasksView>().shown;
    session.side = state.of<PositionsView>().side;
    session.positions_shown = state.of<PositionsView>().shown;
    session.positions = state.of<PositionsView>().positions;
    session.feature = state.of<PositionsView>().feature;
    session.position = state.of<PositionsView>().position;
    session.other = state.of<PositionsView>().other;
    session.similarity = state.of<PositionsView>().similarity;
    session.range = state.of<TensorsView>().range;
    session.zoom = state.of<TensorsView>().zoom;
    session.form = state.of<TensorsView>().form;
    session.axes = state.of<TensorsView>().axes;
    session.pins = state.of<TensorsView>().pins;
    session.search = state.of<TensorsView>().search.text;
    session.tokens_text = state.of<TokensView>().text.text;
    session.tokenizer = state.of<TokensView>().file;
    session.ranking = state.of<ComparisonView>().ranking;
    session.compared = state.of<ComparisonView>().kind;
    session.design = state.of<DesignView>().shown;
}

void take_looks(const State& state, SavedSession& session) {
    session.theme = state.theme;
    session.scale = state.scale;
    session.motion = state.of<MapView>().motion;
    session.reduced_motion = state.desktop.reduced_motion.value_or(false);
}

/// What stays as it was whichever model is open.
void take_habits(const SavedSession& from, SavedSession& session) {
    session.left = from.left;
    session.training = from.training;
    session.decoding = from.decoding;
    session.export_folder = from.export_folder;
    session.theme = from.theme;
    session.scale = from.scale;
    session.motion = from.motion;
    session.reduced_motion = from.reduced_motion;
}

/// A run A out of a training is in no file.
std::optional<SavedComparison> comparison_in(const State& state) {
    const std::shared_ptr<const Run>& pinned = state.of<ComparisonView>().pinned;
    if (!pinned || !names_model(pinned->request)) return std::nullopt;
    return SavedComparison{pinned->request, pinned->edits, state.of<ComparisonView>().side};
}

}  // namespace

SavedSession session_of(const State& state) {
    if (state.session) return *state.session;  // not yet here: what was kept is still to come
    SavedSession session;
    if (names_model(state.request)) session.model = state.request;
    session.edits = state.of<TrainingView>().shown ? state.of<TrainingView>().set_aside : state.edits;
    session.history = state.history;
    session.left = state.left;
    session.comparison = comparison_in(state);
    session.view = state.view;
    session.step = state.step;
    session.tensor = state.selection.tensor;
    if (const TensorInfo* info = selected_tensor(state); info && state.selection.cell) {
        const int rank = state.run->find(info->path).layout.rank;
        session.cell.assign(state.selection.cell->begin(), state.selection.cell->begin() + rank);
    }
    session.sentence = state.selection.sentence;
    session.head = state.selection.head;
    session.aspect = state.aspect;
    session.every_term = state.every_term;
    session.steps_per_second = state.transport.steps_per_second;
    session.folded.assign(state.folded.begin(), state.folded.end());
    session.framed = state.of<MapView>().framed;
    session.free = state.of<MapView>().free;
    session.training = state.of<TrainingView>().settings;
    session.decoding = state.of<GenerateView>().options;
    session.export_folder = state.of<Exporting>().folder;
    take_view_choices(state, session);
    take_looks(state, session);
    return session;
}

SavedSession for_model(const SavedSession& session, const ModelRequest& model) {
    if (session.model && same_request(*session.model, model)) return session;
    SavedSession other;
    take_habits(session, other);
    other.model = model;
    other.problem = session.problem;
    if (session.comparison) leave(other.left, {session.comparison->model, session.comparison->edits});
    if (session.model) leave(other.left, {*session.model, session.edits, session.history});
    if (session.model && !session.edits.empty()) other.notice = left_words(*session.model);
    return other;
}

namespace {

/// Where it was in the run, as far as this run has it.
void restore_place(State& state, const SavedSession& session) {
    do_command(state, SetView{session.view});
    do_command(state, GoToStep{session.step});
    state.transport.stepping = false;
    do_command(state, SelectTensor{session.tensor});
    do_command(state, SelectSentence{session.sentence});
    do_command(state, SelectHead{session.head});
    Index cell{};
    const TensorInfo* info = selected_tensor(state);
    const auto rank = info ? static_cast<std::size_t>(state.run->find(info->path).layout.rank) : 0;
    if (info && info->path == session.tensor && !session.cell.empty() && session.cell.size() == rank) {
        std::copy(session.cell.begin(), session.cell.end(), cell.begin());
        do_command(state, SelectCell{session.tensor, cell});
    }
    do_command(state, SetAspect{session.aspect});
    do_command(state, ShowEveryTerm{session.every_term});
    do_command(state, SetSpeed{session.steps_per_second});
    state.folded.insert(session.folded.begin(), session.folded.end());
    follow_run(state.of<MapView>(), state.run.get());  // the map that the camera stands over is this run's
    if (session.free) {
        do_command(state, MoveMap{*session.free, Motion::at_once});
    } else if (state.of<MapView>().layout && frame_of(*state.of<MapView>().layout, session.framed)) {
        do_command(state, FrameMap{session.framed});
        state.of<MapView>().move.reset();
    }
}

void restore_view_choices(State& state, const SavedSession& session) {
    state.of<TensorsView>().axes = session.axes;
    do_command(state, SetSearch{typed_text(session.search)});
    do_command(state, SetRanking{session.ranking});
    do_command(state, SetCompared{session.compared});
    do_command(state, ShowDesignChoice{session.design});
    for (const std::string& pin : session.pins) do_command(state, PinTensor{pin});
    do_command(state, SetRange{session.range});
    do_command(state, SetZoom{session.zoom});
    do_command(state, SetCopyForm{session.form});
    do_command(state, SetAttentionStage{session.stage});
    do_command(state, SetAttentionShare{session.share});
    state.of<MasksView>().shown = session.mask;
    PositionsView& positions = state.of<PositionsView>();
    positions.side = session.side;
    positions.shown = session.positions_shown;
    positions.positions = session.positions;
    positions.feature = session.feature;
    positions.position = session.position;
    positions.other = session.other;
    positions.similarity = session.similarity;
    do_command(state, SetTokensText{typed_text(session.tokens_text)});
    state.of<TokensView>().file = session.tokenizer;
}

}  // namespace

void restore(State& state, const SavedSession& session) {
    restore_view_choices(state, session);
    restore_place(state, session);
    do_command(state, SetDecoding{session.decoding});
    const bool both = !session.problem.empty() && !session.remark.empty();
    state.message = session.problem + (both ? "; " : "") + session.remark;
    if (!session.notice.empty()) notify(state, session.notice);
    state.session_kept = session.problem.empty();
}

}  // namespace vitrine
