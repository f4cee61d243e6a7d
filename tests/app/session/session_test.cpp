#include "app/session/session.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/compare/commands.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/export/exporting.h"
#include "app/opening/commands.h"
#include "app/opening/opening.h"
#include "app/run/edited.h"
#include "app/run/edits_json.h"
#include "app/run/make_run.h"
#include "app/run/request.h"
#include "app/session/data.h"
#include "app/shell/modules.h"
#include "app/state/recent.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/state.h"
#include "app/views/design/commands.h"
#include "app/views/design/state.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/state.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"
#include "app/views/train/state.h"
#include "core/tensor/error.h"
#include "tests/app/compared.h"
#include "tests/app/opened.h"

namespace vitrine::session_test {
using namespace vitrine::tests;

namespace {

const std::string scores = "decoder.layers.0.cross_attn.scores";

/// A state in which everything that a session keeps differs from its initial value.
State changed() {
    State state = opened("navigation");
    Edits edits;
    edits.interventions.silenced = {{"encoder.layers.0.self_attn", 1}};
    edits.interventions.overwrites = {{"encoder.layers.0.self_attn.scores", {0, 1, 1, 0}, 2.5}};
    edits.design.causal_mask = false;
    edits.variant = {.norm_placement = NormPlacement::before, .positions = PositionKind::learned, .seed = 7};
    apply(state, ShowRun{open_run(sample("navigation"), edits).run});
    for (const Command& command : Commands{SetView{View::tensors},
                                           SelectCell{scores, {1, 2, 0, 1}},
                                           SetAxisUse{Axis::head, AxisUse::facets},
                                           SetRange{RangeOf::layer},
                                           SetZoom{Zoom::numbers},
                                           SetCopyForm{CopyForm::latex},
                                           PinTensor{"memory"},
                                           SetAspect{Aspect::both},
                                           ShowEveryTerm{true},
                                           SetSpeed{4},
                                           ToggleSection{"Encoder layer 1"},
                                           SetAttentionStage{AttentionStage::scores},
                                           SetAttentionShare{35},
                                           FrameMap{"decoder"},
                                           SetThemeChoice{ThemeChoice::light},
                                           SetScale{1.25},
                                           SetMotion{Motion::at_once},
                                           SetSimilarity{SimilarityKind::cosine},
                                           SetSearch{typed_text("attn")},
                                           ShowDesignChoice{"heads"},
                                           SetRanking{Ranking::by_order},
                                           SetCompared{ComparedKind::parameters},
                                           SetExportFolder{"/tmp/pictures"}}) {
        apply(state, command);
    }
    state.of<TrainingView>().settings = default_settings("reverse");
    state.of<TrainingView>().settings.heads = 2;
    park(state.parked, {sample("translation"), {.interventions = {.skipped_residuals = {"encoder.layers.0.ffn"}}}});
    return state;
}

/// Does what the window does with a session.
State restored(const SavedSession& session) {
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, open_session(session));
    return state;
}

/// Why a file with this text is refused; empty if it is accepted.
std::string refusal(const std::string& text) {
    try {
        read_session(text, "session.json", all_modules());
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a session comes back as it was left") {
    const State left = changed();
    const std::string text = session_text(session_of(left));
    const SavedSession session = read_session(text, "session.json", all_modules());

    State state = new_state();
    apply(state, RestoreSession{session});
    CHECK(state.appearance == Appearance::light);
    CHECK(state.scale == 1.25);
    REQUIRE(state.opening);
    CHECK(session_text(session_of(state)) == text);  // saving before the model is open loses nothing
    apply(state, open_run(*state.opening, session.edits));

    CHECK(session_text(session_of(state)) == text);
    CHECK(state.edits == left.edits);
    CHECK(state.run->edits == left.edits);
    CHECK(state.view == View::tensors);
    CHECK(state.step == left.step);
    CHECK(state.selection.tensor == scores);
    CHECK((state.selection.cell == Index{1, 2, 0, 1}));
    CHECK(state.selection.sentence == 1);
    CHECK(state.selection.head == 2);
    CHECK(state.of<MapView>().framed == "decoder");
    CHECK(state.motion == Motion::at_once);
    CHECK(state.of<TensorsView>().pins == left.of<TensorsView>().pins);
    CHECK(state.folded == left.folded);
    CHECK(state.of<TensorsView>().search.text == "attn");
    CHECK(state.of<DesignView>().shown == "heads");
    CHECK(state.of<ComparisonView>().ranking == Ranking::by_order);
    CHECK(state.of<ComparisonView>().kind == ComparedKind::parameters);
    CHECK(state.of<Exporting>().folder == "/tmp/pictures");
    CHECK(state.of<TrainingView>().settings == left.of<TrainingView>().settings);
    REQUIRE(state.parked.size() == 1);
    CHECK(state.parked[0].model.sample == "translation");
    CHECK(state.parked[0].edits == left.parked[0].edits);
    CHECK(state.message.empty());
    CHECK(state.of<PendingSession>().kept);
}

TEST_CASE("a place on the map that was moved to by hand comes back") {
    State left = opened("navigation");
    MapCamera camera = camera_of(left.of<MapView>());
    camera.zoom *= 2;
    apply(left, MoveMap{camera, Motion::at_once});
    REQUIRE(left.of<MapView>().free);
    const SavedSession session = read_session(session_text(session_of(left)), "session.json", all_modules());
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, open_run(*session.model, session.edits));
    REQUIRE(state.of<MapView>().free);
    CHECK(state.of<MapView>().free->zoom == doctest::Approx(left.of<MapView>().free->zoom));
    CHECK(state.of<MapView>().free->centre.x == doctest::Approx(left.of<MapView>().free->centre.x));
}

TEST_CASE("other sentences come back with the session") {
    const State before = opened("navigation");
    auto batch = std::make_shared<Batch>(*before.run->batch);
    batch->tgt.data()[2] = batch->tgt.data()[1];
    State left = new_state();
    apply(left, open_run(sample("navigation"), {.batch = batch}));
    const SavedSession session = read_session(session_text(session_of(left)), "session.json", all_modules());
    REQUIRE(session.edits.batch);
    CHECK(*session.edits.batch == *batch);
}

TEST_CASE("a model that is gone is said, and the rest of the session is restored") {
    SavedSession session = session_of(changed());
    session.model = ModelRequest{.folder = "/no/such/folder"};
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, OpeningFailed{.why = "/no/such/folder: there is no such folder", .model = *session.model});
    REQUIRE(state.opening);  // another model
    CHECK(state.opening->sample == first_sample);
    apply(state, open_run(*state.opening, state.of<PendingSession>().session->edits));
    CHECK(state.message.find("/no/such/folder") != std::string::npos);
    CHECK(state.view == View::tensors);
    CHECK(state.scale == 1.25);
    CHECK_FALSE(state.of<PendingSession>().kept);
}

TEST_CASE("edits that do not fit are said, and the rest of the session is restored") {
    SavedSession session = session_of(changed());
    session.edits.interventions.silenced = {{"encoder.layers.7.self_attn", 0}};
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, open_run(*session.model, session.edits));
    CHECK(state.message.find("encoder.layers.7.self_attn") != std::string::npos);
    CHECK(state.edits.empty());
    CHECK(state.selection.tensor == scores);
    CHECK_FALSE(state.of<PendingSession>().kept);
}

TEST_CASE("a place that the model does not have is left out") {
    SavedSession session = session_of(changed());
    session.place.tensor = "decoder.layers.9.ffn";
    session.place.step = 100000;
    session.views["tensors"]["pins"] = {"nothing"};
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, open_run(*session.model, {}));
    CHECK(state.step == state.run->last_step());
    CHECK(selected_tensor(state) != nullptr);
    CHECK(state.of<TensorsView>().pins.empty());
}

TEST_CASE("a model on the command line wins, and only how things look comes from the session of another") {
    const SavedSession session = session_of(changed());
    CHECK(session_text(for_model(session, sample("navigation"))) == session_text(session));
    const SavedSession other = for_model(session, sample("translation"));
    CHECK(other.looks.theme == ThemeChoice::light);
    CHECK(other.looks.scale == 1.25);
    CHECK(other.edits.empty());
    CHECK(other.place.tensor.empty());
    CHECK(other.habits == session.habits);

    // The edits of the session's own model were left behind. A notice says so, and they come back with that model.
    State state = restored(other);
    CHECK(state.notice.starts_with("Your edits of sample navigation were left behind"));
    CHECK(state.history.undo_words() == "open translation anew");
    state = restored(read_session(session_text(session_of(state)), "session.json", all_modules()));
    apply(state, ShowRun{make_run(sample("navigation"))});
    apply(state, Undo{});
    CHECK(state.edits == session.edits);
}

TEST_CASE("what is compared comes back with both runs and the side that was shown") {
    for (const ComparedSide side : {ComparedSide::a, ComparedSide::b, ComparedSide::difference}) {
        const State left = compared(side);
        const std::string text = session_text(session_of(left));
        State state = restored(read_session(text, "session.json", all_modules()));
        CHECK(session_text(session_of(state)) == text);
        REQUIRE(state.of<ComparisonView>().pinned);
        CHECK(state.of<ComparisonView>().side == side);
        CHECK(state.of<ComparisonView>().pinned->edits == left.of<ComparisonView>().pinned->edits);
        CHECK(working_run(state)->edits == left.edits);
        CHECK(state.edits == left.edits);
        CHECK(state.of<ComparisonView>().pinned->model == working_run(state)->model);  // one model is open only once
        CHECK(state.message.empty());
        CHECK((state.run == state.of<ComparisonView>().pinned) == (side == ComparedSide::a));
    }
}

TEST_CASE("what was done is undone and done again after a new start, too") {
    State left = opened("navigation");
    const auto act = [](State& state, const Command& command) {
        vitrine::apply(state, command);
        if (lacks_edits(state)) vitrine::apply(state, carry_out_now(edit_job(state.run, state.edits)));
    };
    act(left, SilenceHead{"decoder.layers.0.cross_attn", 0, true});
    act(left, EditBatch{EraseToken{{BatchSide::source, 0, 1}}});
    act(left, SetDesignChoice{"no_residuals", true});
    act(left, Undo{});
    const Edits now = left.edits;
    State state = restored(read_session(session_text(session_of(left)), "session.json", all_modules()));
    CHECK(state.edits == now);
    CHECK(state.history.redo_words() == left.history.redo_words());
    act(state, Redo{});
    CHECK_FALSE(state.run->regime.design.residuals);
    for (int i = 0; i < 2; ++i) act(state, Undo{});
    CHECK_FALSE(state.run->edits.batch);
    CHECK(state.run->edits.interventions.silenced.size() == 1);
    CHECK(state.history.undo_words() == "silence head 1 of cross-attention in decoder layer 1");
    act(state, Undo{});
    CHECK(state.run->edits.empty());
    CHECK_FALSE(state.history.can_undo());
}

TEST_CASE("of a long history the nearest steps are kept, and of many words fewer") {
    State state = opened("navigation");
    const auto kept = [&] { return read_session(session_text(session_of(state)), "session.json", all_modules()).history.done(); };
    for (int i = 0; i < 60; ++i) state.history.note({}, "step " + std::to_string(i));
    REQUIRE(kept().size() == 50);
    CHECK(kept().back().what == "step 59");
    Batch large = *state.run->batch;
    large.src.resize({4, 500});
    large.src.fill(1);
    const auto batch = std::make_shared<const Batch>(large);
    for (int i = 0; i < 5; ++i) state.history.note({.batch = batch}, "many words");
    CHECK(kept().size() == 2);
}

TEST_CASE("of two models that are compared one may be gone: that is said, and the other one is there") {
    SavedSession session = session_of(compared(ComparedSide::a));
    session.comparison->model = {.folder = "/no/such/folder"};
    const State state = restored(session);
    CHECK_FALSE(state.of<ComparisonView>().pinned);
    CHECK(state.run->edits == session.edits);
    CHECK(state.message.find("run A of the comparison cannot be opened: ") == 0);
    CHECK(state.message.find("/no/such/folder") != std::string::npos);
    CHECK_FALSE(state.of<PendingSession>().kept);
}

TEST_CASE("two models that are compared come back as they were") {
    State left = compared(ComparedSide::b);
    apply(left, ShowRun{make_run(sample("translation"))});
    const State state = restored(read_session(session_text(session_of(left)), "session.json", all_modules()));
    REQUIRE(state.of<ComparisonView>().pinned);
    CHECK(state.of<ComparisonView>().pinned->model->name == "navigation");
    CHECK(state.of<ComparisonView>().pinned->edits == left.of<ComparisonView>().pinned->edits);
    CHECK(state.run->model->name == "translation");
    CHECK(state.parked.size() == 1);
}

TEST_CASE("another model that cannot be opened does not take the session's place, and is not blamed on it") {
    const SavedSession session = session_of(changed());
    State state = new_state();
    apply(state, RestoreSession{session});
    const ModelRequest other{.folder = "/no/such/folder"};
    apply(state, OpenModel{other});
    apply(state, OpeningFailed{.why = "there is no such folder", .model = other});
    REQUIRE(state.opening);
    CHECK(same_request(*state.opening, *session.model));
    apply(state, open_session(*state.of<PendingSession>().session));
    CHECK(state.run->edits == session.edits);
    CHECK(state.selection.tensor == scores);
    CHECK(state.message == "there is no such folder");
    CHECK(state.of<PendingSession>().kept);
}

TEST_CASE("a model that is opened before the session's own was there leaves that one's edits behind, and says so") {
    const SavedSession session = session_of(changed());
    State state = new_state();
    apply(state, RestoreSession{session});
    apply(state, OpenModel{sample("by-hand")});
    apply(state, ShowRun{make_run(sample("by-hand"))});
    CHECK(state.notice.starts_with("Your edits of sample navigation were left behind"));
    CHECK(find_parked(state.parked, sample("navigation"))->edits == session.edits);
}

TEST_CASE("a session from before there was more to keep is read as it was") {
    const std::string old = R"({"version": 1, "model": {"sample": "navigation"},
        "edits": {"silenced": [{"attention": "encoder.layers.0.self_attn", "head": 1}]},
        "place": {"view": "tensors", "step": 3, "tensor": "memory", "sentence": 1, "cell": null, "camera": null, "folded": []},
        "choices": {"attention": "scores", "share": 35, "axes": [], "pins": ["memory"]},
        "looks": {"theme": "light", "scale": 1.25, "motion": "at once"}})";
    const SavedSession session = read_session(old, "session.json", all_modules());
    CHECK(session.parked.empty());
    CHECK_FALSE(session.comparison);
    const State state = restored(session);
    CHECK(state.message.empty());
    CHECK(state.view == View::tensors);
    CHECK(state.run->edits.interventions.silenced.size() == 1);
    CHECK(state.of<DesignView>().shown == DesignView{}.shown);
    CHECK(state.of<TensorsView>().search.text.empty());
    CHECK(state.motion == Motion::at_once);
}

TEST_CASE("what was chosen of motion since the desktop wished for less stays so, also after a new start") {
    State state = opened("navigation");
    apply(state, HearDesktop{{.reduced_motion = true}});
    CHECK(state.motion == Motion::at_once);
    apply(state, SetMotion{Motion::eased});
    apply(state, HearDesktop{{.reduced_motion = true}});
    CHECK(state.motion == Motion::eased);
    apply(state, HearDesktop{{}});  // no desktop answers
    apply(state, HearDesktop{{.reduced_motion = true}});
    CHECK(state.motion == Motion::eased);

    State later = restored(read_session(session_text(session_of(state)), "session.json", all_modules()));
    apply(later, HearDesktop{{.reduced_motion = true}});
    CHECK(later.motion == Motion::eased);
    apply(later, HearDesktop{{.reduced_motion = false}});
    apply(later, HearDesktop{{.reduced_motion = true}});
    CHECK(later.motion == Motion::at_once);
}

TEST_CASE("what a session file has wrong is said with the file and the field") {
    CHECK(refusal("{") != "");
    CHECK(refusal("[]").starts_with("session.json: "));
    CHECK(refusal("{}") == "session.json: 'version' is missing");
    CHECK(refusal(R"({"version": 3})") == "session.json: 'version' is 3, this program reads 1 to 2");
    CHECK(refusal(R"({"version": 1, "colour": 3})").find("'colour'") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "place": {"view": "kitchen"}})").find("'place': 'view' is \"kitchen\"") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "place": {"step": "x"}})").find("'step'") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "place": {"colour": 1}})").find("'colour'") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "place": {"cell": [0, -1]}})").find("'cell'") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "looks": []})").find("'looks'") != std::string::npos);
    for (const char* scale : {"1e308", "0", "-1"})
        CHECK(refusal(R"({"version": 1, "looks": {"scale": )" + std::string(scale) + "}}").find("'looks': 'scale' is ") !=
              std::string::npos);
    CHECK(refusal(R"({"version": 1, "model": {"sample": "a", "folder": "b"}})").find("'model'") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "edits": {"silenced": [{"head": 1}]}})").find("silenced[0]") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "edits": {"batch": {"src": [[1, 2], [1]], "tgt": [[1]]}}})").find("'src'") !=
          std::string::npos);
    CHECK(refusal(R"({"version": 1, "edits": {"design": ["wings"]}})").find("'wings'") != std::string::npos);
    CHECK(refusal(R"({"version": 1, "left": [{"model": {"sample": "a"}}]})").find("'left[0]': 'edits' is missing") !=
          std::string::npos);
    CHECK(refusal(R"({"version": 1, "history": {"done": [{"what": "a"}]}})").find("'done[0]': 'edits' is missing") !=
          std::string::npos);
    CHECK(refusal(R"({"version": 1, "comparison": {"model": {"sample": "a"}, "edits": {}, "side": "C"}})").find("'side'") !=
          std::string::npos);
    CHECK(refusal(R"({"version": 1, "training": {"task": "juggling"}})").find("'training': 'task'") != std::string::npos);
    CHECK(refusal(R"({"version": 1})") == "");
    CHECK(refusal(R"({"version": 1, "choices": {"colour": 3}})").find("'choices': 'colour'") != std::string::npos);
    CHECK(refusal(R"({"version": 2, "views": {"kitchen": {}}})").find("'kitchen'") != std::string::npos);
    CHECK(refusal(R"({"version": 2, "views": {"tensors": {"colour": 3}}})").find("'tensors': 'colour'") != std::string::npos);
    CHECK(refusal(R"({"version": 2, "views": {"tensors": {"zoom": "huge"}}})").find("'tensors': 'zoom'") != std::string::npos);
    CHECK(refusal(R"({"version": 2, "habits": {"train": {"training": 3}}})").find("'training'") != std::string::npos);
}

TEST_CASE("edits to NaN and infinity are kept") {
    Edits edits;
    for (const double value :
         {std::nan(""), std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0.1})
        edits.interventions.overwrites.push_back({"memory", {0, 1, 2}, value});
    const Edits read = edits_from(nlohmann::json::parse(to_json(edits).dump()), "here");
    REQUIRE(read.interventions.overwrites.size() == 4);
    CHECK(std::isnan(read.interventions.overwrites[0].value));
    CHECK(read.interventions.overwrites[1].value == std::numeric_limits<double>::infinity());
    CHECK(read.interventions.overwrites[2].value == -std::numeric_limits<double>::infinity());
    CHECK(read.interventions.overwrites[3].value == 0.1);
    CHECK((read.interventions.overwrites[3].index == Index{0, 1, 2}));
}

TEST_CASE("a seed of all its bits survives the file") {
    ModelRequest request{.configuration = "/tmp/config.json"};
    request.initialisation.seed = std::numeric_limits<std::int64_t>::max();
    CHECK(same_request(request_from(nlohmann::json::parse(to_json(request).dump()), "here"), request));
}

}  // namespace vitrine::session_test
