#include "app/link/link.h"

#include <algorithm>
#include <fstream>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/job.h"
#include "app/compare/commands.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/lesson/course.h"
#include "app/link/commands.h"
#include "app/link/notation.h"
#include "app/opening/opening.h"
#include "app/run/edits_json.h"
#include "app/session/session.h"
#include "app/state/learning.h"
#include "app/state/selection_commands.h"
#include "app/state/transport_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/map/commands.h"
#include "app/views/map/state.h"
#include "app/views/positions/commands.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/state.h"
#include "app/views/tokens/state.h"
#include "core/tensor/error.h"
#include "tests/app/compared.h"
#include "tests/app/link/opens.h"
#include "tests/app/opened.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::link_test {
using namespace vitrine::tests;

namespace {

using Json = nlohmann::ordered_json;

/// The state of a busy reader, who has changed everything that a link can set.
State busy_reader() {
    State state = opened("translation");
    for (const Command& command :
         Commands{SetView{View::attention}, SetAttentionShare{35}, SetAttentionStage{AttentionStage::scores},
                  SetView{View::tensors}, SelectCell{"decoder.layers.0.cross_attn.scores", {1, 2, 0, 1}}, SetZoom{Zoom::numbers},
                  PinTensor{"memory"}, SetAspect{Aspect::both}, ShowEveryTerm{true}, SetSpeed{4}, SetSearch{typed_text("attn")},
                  SetSimilarity{SimilarityKind::cosine}, SetThemeChoice{ThemeChoice::light}, PinRun{},
                  SilenceHead{"decoder.layers.0.cross_attn", 0, true}})
        apply(state, command);
    vitrine::apply(state, carry_out_now(edit_job(state.run, state.edits)));
    return state;
}

State edited(const char* name, Edits edits) {
    State state = new_state();
    apply(state, open_run(sample(name), edits));
    REQUIRE(state.run->edits == edits);
    return state;
}

/// A session's content without the reader's own settings, habits and history.
std::string screen_of(const State& state) {
    Json json = Json::parse(session_text(session_of(state)));
    for (const char* own : {"looks", "history", "left", "habits"}) json.erase(own);
    return json.dump(1);
}

/// The link opens the same screen, in a new program and in a busy one, and copying from there gives the same link.
void check_comes_back(const State& state) {
    const std::string link = link_of(state);
    CAPTURE(link);
    for (const State& reader : {opens(link), opens(link, busy_reader())}) {
        CHECK(reader.message == "");
        CHECK(link_of(reader) == link);
        CHECK(reader.run->model->name == state.run->model->name);
        CHECK(reader.edits.interventions == state.edits.interventions);
        CHECK(reader.edits.design == state.edits.design);
        CHECK(*reader.run->batch == *state.run->batch);
        Json there = Json::parse(screen_of(reader)), here = Json::parse(screen_of(state));
        CHECK(there["place"].dump() == here["place"].dump());
        CHECK(there["views"].dump() == here["views"].dump());
    }
}

std::vector<std::string> sample_names() {
    std::vector<std::string> names;
    for (const SampleInfo& info : list_samples()) names.push_back(info.name);
    return names;
}

}  // namespace

TEST_CASE("a sample that was just opened has a link of its name alone") {
    const Counted checks(4);
    for (const std::string& name : sample_names()) CHECK(link_of(opened(name.c_str())) == "vitrine:sample=" + name);
}

TEST_CASE("a link opens every view of every sample as it was left") {
    const Counted checks(30);
    for (const std::string& name : sample_names()) {
        if (name == "long") continue;  // the same model as others, and slow
        for (const Module* view : views(all_modules())) {
            State state = opened(name.c_str());
            apply(state, SetView{View{view->name}});
            if (view->name != "map") CHECK(link_of(state) == "vitrine:sample=" + name + "&view=" + std::string(view->name));
            check_comes_back(state);
        }
    }
}

TEST_CASE("a link holds every step, tensor and cell") {
    State state = opened("navigation");
    for (int step = 0; step <= state.run->last_step(); step += 3) {
        apply(state, GoToStep{step});
        check_comes_back(state);
    }
    Random random(5);
    const std::vector<std::string> paths = paths_of(*state.run);
    for (int i = 0; i < 25; ++i) {
        const std::string& path = paths[random.below(paths.size())];
        const TensorView tensor = state.run->find(path);
        Index cell{};
        for (int axis = 0; axis < tensor.layout.rank; ++axis) {
            const auto at = static_cast<std::size_t>(axis);
            cell[at] = static_cast<Size>(random.below(static_cast<std::size_t>(tensor.layout.shape[at])));
        }
        apply(state, SetView{i % 2 == 0 ? View::map : View::tensors});
        apply(state, SelectCell{path, cell});
        CAPTURE(path);
        check_comes_back(state);
    }
}

TEST_CASE("a link holds what was changed by hand") {
    Random random(11);
    const auto run = make_run(sample("translation"));
    for (int i = 0; i < 20; ++i) {
        Edits edits = random_edits(*run, random);
        if (i % 4 == 0) edits.variant = {.norm_placement = NormPlacement::before, .heads = 2, .seed = 7};
        if (i % 4 == 0) edits.interventions = {};
        State state = edited("translation", edits);
        check_comes_back(state);
    }
}

TEST_CASE("a link holds other sentences in words") {
    State state = opened("translation");
    Batch batch = *state.run->batch;
    batch.src.data()[4] = *state.run->model->source_vocabulary.id("teacher");
    const State other = edited("translation", {.batch = std::make_shared<const Batch>(batch)});
    const std::string link = link_of(other);
    CHECK(link.starts_with(
        "vitrine:sample=translation&src=(%3Cbos%3E+I+am+a+teacher+%3Ceos%3E,%3Cbos%3E+He+is+a+teacher+%3Ceos%3E,"));
    CHECK(link.find("tgt") == std::string::npos);
    check_comes_back(other);

    batch.labels = IndexTensor{Axis::batch, Axis::position};
    const State unlabelled = edited("translation", {.batch = std::make_shared<const Batch>(batch)});
    CHECK(link_of(unlabelled).ends_with("&labels=()"));
    CHECK(opens(link_of(unlabelled)).run->batch->labels.empty());
}

TEST_CASE("a link holds a comparison") {
    for (const ComparedSide side : {ComparedSide::a, ComparedSide::b, ComparedSide::difference}) {
        const State state = compared(side);
        const std::string link = link_of(state);
        CAPTURE(link);
        const State reader = opens(link, busy_reader());
        const ComparisonView& comparison = reader.of<ComparisonView>();
        REQUIRE(comparison.pinned);
        CHECK(comparison.side == side);
        CHECK(comparison.pinned->edits == state.of<ComparisonView>().pinned->edits);
        CHECK(comparison.working->edits == state.of<ComparisonView>().working->edits);
        CHECK(link_of(reader) == link);
    }
    CHECK_FALSE(opens("vitrine:sample=navigation", busy_reader()).of<ComparisonView>().pinned);
}

TEST_CASE("the modules' fields are in a link, those of a file of this machine are not") {
    State state = opened("navigation");
    for (const Command& command :
         Commands{SetView{View::attention}, SetAttentionStage{AttentionStage::scores}, SetAttentionShare{35}, FrameMap{"decoder"},
                  PinTensor{"memory"}, SetSearch{typed_text("12")}})
        apply(state, command);
    check_comes_back(state);
    const std::string link = link_of(state);
    CHECK(link.find("&attention.share=35") != std::string::npos);
    CHECK(link.find("&map.framed=decoder") != std::string::npos);
    CHECK(opens("vitrine:sample=navigation&tensors.search=12").of<TensorsView>().search.text == "12");

    state.of<TokensView>().file = "/home/somebody/tokenizer.json";
    CHECK(link_of(state) == link);
    apply(state, SetView{View::tokens});
    CHECK(link_refusal(state) == "the tokenizer is a file on this machine");
    CHECK_THROWS_WITH_AS(link_of(state), "no link can be made: the tokenizer is a file on this machine", Error);
    CHECK(opens("vitrine:sample=navigation&tokens.tokenizer=/etc/passwd").of<TokensView>().file == "");
}

TEST_CASE("what is in files of this machine has no link") {
    State state = new_state();
    CHECK(link_refusal(state) == "no model is open");
    state = opened("navigation");
    CHECK(link_refusal(state) == "");
    state.request = {.folder = "/home/somebody/model"};
    CHECK(link_refusal(state) == "the open model is in files on this machine, and a link can only name samples");
    apply(state, CopyLink{});
    CHECK(state.copies == 0);
    CHECK(state.message.starts_with("no link can be made: the open model is in files"));
    state = opened("navigation");
    state.of<Learning>().shown = true;
    CHECK(link_refusal(state) == "a model in training exists only in this window");
}

TEST_CASE("a copied link begins with the address of the program") {
    State state = opened("navigation");
    apply(state, CopyLink{});
    CHECK(state.copied == "vitrine:sample=navigation");
    CHECK(state.notice == "Link copied: vitrine:sample=navigation");
    apply(state, SetLinkBase{"https://example.org/vitrine/#"});
    apply(state, SetView{View::masks});
    apply(state, CopyLink{});
    CHECK(state.copied == "https://example.org/vitrine/#sample=navigation&view=masks");
    CHECK(opens(state.copied).view == View::masks);
}

TEST_CASE("the reader's own stays: looks, habits, and what was changed comes back") {
    State reader = opened("navigation");
    apply(reader, SetThemeChoice{ThemeChoice::light});
    apply(reader, SilenceHead{"encoder.layers.0.self_attn", 1, true});
    vitrine::apply(reader, carry_out_now(edit_job(reader.run, reader.edits)));
    const Edits made = reader.edits;
    REQUIRE_FALSE(made.empty());
    State state = opens("vitrine:sample=navigation&view=masks", std::move(reader));
    CHECK(state.appearance == Appearance::light);
    CHECK(state.edits.empty());
    apply(state, Undo{});
    CHECK(state.edits == made);

    // If the program starts with a link, the last session's edits are kept, too.
    State begins = new_state();
    SavedSession last{.model = sample("translation"), .edits = made};
    apply(begins, RestoreSession{last});
    apply(begins, OpenLink{"vitrine:sample=navigation"});
    open_model(begins);
    CHECK(begins.run->model->name == "navigation");
    REQUIRE(begins.parked.size() == 1);
    CHECK(begins.parked[0].edits == made);
}

TEST_CASE("every lesson of the course has a link") {
    const Counted checks(30);
    for (const auto& lesson : course().lessons) {
        const Link link = read_link("vitrine:sample=navigation&lesson=" + lesson->name + "&lesson.step=1", all_modules());
        CHECK(link.lesson == lesson->name);
        CHECK(link.lesson_step == 1);
    }
}

TEST_CASE("the page on links lists every key, and no other") {
    std::ifstream file(std::string(test_data("../docs/LINKS.md")));
    std::set<std::string> listed, known;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("| `")) continue;
        listed.insert(line.substr(3, line.find('`', 3) - 3));
    }
    for (const LinkKey& key : link_keys(all_modules())) known.insert(key.key);
    CHECK(listed == known);
}

TEST_CASE("every kind of edit has a key") {
    const Counted checks(3);
    Edits edits{.interventions = {.overwrites = {{"memory", {0, 0, 0}, 1}},
                                  .silenced = {{"encoder.layers.0.self_attn", 1}},
                                  .skipped_sublayers = {"a"},
                                  .skipped_residuals = {"b"}},
                .design = {.causal_mask = false},
                .variant = {.heads = 2, .seed = 3}};
    std::set<std::string> known;
    for (const LinkKey& key : link_keys(all_modules())) known.insert(key.key);
    const Json written_edits = to_json(edits);
    for (const auto& item : written_edits.items()) CHECK(known.contains(item.key()));
}

}  // namespace vitrine::link_test
