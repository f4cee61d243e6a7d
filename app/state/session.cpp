#include "app/state/session.h"

#include <algorithm>

#include "app/state/command_parts.h"
#include "app/state/request_json.h"

namespace vitrine {

namespace {

void take_view_choices(const State& state, SavedSession& session) {
    session.stage = state.attention.stage;
    session.share = state.attention.share;
    session.mask = state.masks.shown;
    session.side = state.positions.side;
    session.positions_shown = state.positions.shown;
    session.positions = state.positions.positions;
    session.feature = state.positions.feature;
    session.position = state.positions.position;
    session.other = state.positions.other;
    session.similarity = state.positions.similarity;
    session.range = state.tensors.range;
    session.zoom = state.tensors.zoom;
    session.form = state.tensors.form;
    session.axes = state.tensors.axes;
    session.pins = state.tensors.pins;
    session.search = state.tensors.search.text;
    session.tokens_text = state.tokens.text.text;
    session.tokenizer = state.tokens.file;
    session.ranking = state.comparison.ranking;
    session.compared = state.comparison.kind;
    session.design = state.design.shown;
}

void take_looks(const State& state, SavedSession& session) {
    session.theme = state.theme;
    session.scale = state.scale;
    session.motion = state.map.motion;
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
    const std::shared_ptr<const Run>& pinned = state.comparison.pinned;
    if (!pinned || !names_model(pinned->request)) return std::nullopt;
    return SavedComparison{pinned->request, pinned->edits, state.comparison.side};
}

}  // namespace

SavedSession session_of(const State& state) {
    if (state.session) return *state.session;  // not yet here: what was kept is still to come
    SavedSession session;
    if (names_model(state.request)) session.model = state.request;
    session.edits = state.training.shown ? state.training.set_aside : state.edits;
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
    session.framed = state.map.framed;
    session.free = state.map.free;
    session.training = state.training.settings;
    session.decoding = state.generate.options;
    session.export_folder = state.exporting.folder;
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
    apply(state, SetView{session.view});
    apply(state, GoToStep{session.step});
    state.transport.stepping = false;
    apply(state, SelectTensor{session.tensor});
    apply(state, SelectSentence{session.sentence});
    apply(state, SelectHead{session.head});
    Index cell{};
    const TensorInfo* info = selected_tensor(state);
    const auto rank = info ? static_cast<std::size_t>(state.run->find(info->path).layout.rank) : 0;
    if (info && info->path == session.tensor && !session.cell.empty() && session.cell.size() == rank) {
        std::copy(session.cell.begin(), session.cell.end(), cell.begin());
        apply(state, SelectCell{session.tensor, cell});
    }
    apply(state, SetAspect{session.aspect});
    apply(state, ShowEveryTerm{session.every_term});
    apply(state, SetSpeed{session.steps_per_second});
    state.folded.insert(session.folded.begin(), session.folded.end());
    if (session.free) {
        apply(state, MoveMap{*session.free, Motion::at_once});
    } else if (state.map.layout && frame_of(*state.map.layout, session.framed)) {
        apply(state, FrameMap{session.framed});
        state.map.move.reset();
    }
}

void restore_view_choices(State& state, const SavedSession& session) {
    state.tensors.axes = session.axes;
    apply(state, SetSearch{edited(session.search)});
    apply(state, SetRanking{session.ranking});
    apply(state, SetCompared{session.compared});
    apply(state, ShowDesignChoice{session.design});
    for (const std::string& pin : session.pins) apply(state, PinTensor{pin});
    apply(state, SetRange{session.range});
    apply(state, SetZoom{session.zoom});
    apply(state, SetCopyForm{session.form});
    apply(state, SetAttentionStage{session.stage});
    apply(state, SetAttentionShare{session.share});
    state.masks.shown = session.mask;
    PositionsView& positions = state.positions;
    positions.side = session.side;
    positions.shown = session.positions_shown;
    positions.positions = session.positions;
    positions.feature = session.feature;
    positions.position = session.position;
    positions.other = session.other;
    positions.similarity = session.similarity;
    apply(state, SetTokensText{edited(session.tokens_text)});
    state.tokens.file = session.tokenizer;
}

}  // namespace

void restore(State& state, const SavedSession& session) {
    restore_view_choices(state, session);
    restore_place(state, session);
    apply(state, SetDecoding{session.decoding});
    const bool both = !session.problem.empty() && !session.remark.empty();
    state.message = session.problem + (both ? "; " : "") + session.remark;
    if (!session.notice.empty()) notify(state, session.notice);
    state.session_kept = session.problem.empty();
}

}  // namespace vitrine
