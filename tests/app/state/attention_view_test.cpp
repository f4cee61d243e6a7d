#include "app/state/attention_view.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/state/commands.h"
#include "app/state/state_json.h"
#include "tests/app/state/opened.h"

using namespace vitrine;
using namespace vitrine::tests;

namespace {

State reading(const char* name) {
    State state = opened(name);
    apply(state, SetView{View::attention});
    return state;
}

const std::string cross = "decoder.layers.1.cross_attn";

}  // namespace

TEST_CASE("the attention that is read is the selected tensor's, and the last one where that has none") {
    State state = reading("translation");
    CHECK(state.attention.place == AttentionPlace{AttentionKind::cross, 0});
    apply(state, SelectTensor{"encoder.layers.1.self_attn.value"});
    CHECK(state.attention.place == AttentionPlace{AttentionKind::encoder_self, 1});
    apply(state, SelectTensor{"logits"});
    CHECK(state.attention.place == AttentionPlace{AttentionKind::encoder_self, 1});
}

TEST_CASE("another model keeps the kind of attention, and the layer as far as it has it") {
    State state = reading("translation");
    apply(state, SelectTensor{cross + ".weights"});
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.view == View::attention);
    CHECK(state.attention.place == AttentionPlace{AttentionKind::cross, 0});
}

TEST_CASE("the pair taken apart is the selected cell's, in whichever tensor of the attention it is selected") {
    State state = reading("translation");
    for (const char* tensor : {".scores", ".masked_scores", ".weights"}) {
        apply(state, SelectCell{cross + tensor, {0, 2, 3, 1}});
        const AttentionPair pair = attention_pair(state);
        CHECK(pair.chosen);
        CHECK(pair.tokens.query == 3);
        CHECK(pair.tokens.key == 1);
    }
    // A cell of Q is of one word alone.
    apply(state, SelectCell{cross + ".query", {0, 2, 3, 1}});
    CHECK(!attention_pair(state).chosen);
}

TEST_CASE("without a selected cell the largest weight of the first row is proposed, and nothing is selected") {
    State state = reading("translation");
    apply(state, SelectTensor{cross + ".weights"});
    const AttentionPair pair = attention_pair(state);
    CHECK(!pair.chosen);
    CHECK(pair.tokens.query == 0);
    const TensorView weights = state.run->trace.find(cross + ".weights");
    for (Size key = 0; key < weights.layout.shape[3]; ++key) {
        CHECK(weights.at({0, 0, 0, key}) <= weights.at({0, 0, 0, pair.tokens.key}));
    }
    CHECK(!state.selection.cell);
}

TEST_CASE("the pair moves from word to word and stops at the ends") {
    State state = reading("translation");
    apply(state, SelectTensor{cross + ".weights"});
    const AttentionPair proposed = attention_pair(state);
    apply(state, MovePair{1, 0});  // the first move only chooses what is proposed
    CHECK((state.selection.cell == Index{0, 0, proposed.tokens.query, proposed.tokens.key}));
    apply(state, MovePair{1, 0});
    CHECK((*state.selection.cell)[2] == proposed.tokens.query + 1);
    apply(state, MovePair{-5, -50});
    CHECK((state.selection.cell == Index{0, 0, 0, 0}));
    apply(state, SetAttentionStage{AttentionStage::scores});
    apply(state, ClearCell{});
    apply(state, MovePair{0, 1});
    CHECK(state.selection.tensor == cross + ".scores");
}

TEST_CASE("the card of the head that is shown comes into view, wherever it was chosen") {
    State state = reading("translation");
    CHECK(state.reveal.contains("attention/head/0/0"));
    apply(state, Revealed{});
    apply(state, SelectTensor{cross + ".weights"});
    CHECK(state.reveal.contains("attention/head/1/0"));
    apply(state, Revealed{});
    apply(state, SelectHead{2});
    CHECK(state.reveal.contains("attention/head/1/2"));
    apply(state, Revealed{});
    apply(state, SelectCell{cross + ".weights", {0, 2, 1, 1}});  // of the same head: nothing but the step itself
    CHECK(!state.reveal.contains("attention/head/1/2"));
    apply(state, RevealStep{});
    CHECK(state.reveal.contains("attention/head/1/2"));
}

TEST_CASE("the share of lines stays within its limits") {
    State state = reading("translation");
    CHECK(state.attention.share == 70);
    apply(state, SetAttentionShare{130});
    CHECK(state.attention.share == 100);
    apply(state, SetAttentionShare{-3});
    CHECK(state.attention.share == 0);
}

TEST_CASE("readings are remembered within a run and forgotten with it") {
    const auto first = make_run(sample("translation")), second = make_run(sample("navigation"));
    const AttentionPlace place{AttentionKind::encoder_self, 0};
    AttentionReadings readings;
    const HeadDetail& detail = readings.detail(*first, place, {0, 1});
    const std::uint64_t generation = detail.generation;
    CHECK(&readings.detail(*first, place, {0, 1}) == &detail);
    CHECK(readings.detail(*first, place, {0, 1}).generation == generation);
    CHECK(detail.weights.queries == first->model->batch.source_length());
    CHECK(readings.detail(*second, place, {0, 1}).weights.queries == second->model->batch.source_length());
    CHECK(readings.detail(*second, place, {0, 1}).generation != generation);
}

TEST_CASE("the state says which attention is read, which stage of it and which pair") {
    State state = reading("translation");
    apply(state, SelectCell{cross + ".weights", {0, 2, 3, 1}});
    apply(state, SetAttentionStage{AttentionStage::side_by_side});
    const auto json = to_json(state)["attention"];
    CHECK(json["attention"] == cross);
    CHECK(json["stage"] == "side-by-side");
    CHECK(json["share"] == 70);
    CHECK(json["query"] == 3);
    CHECK(json["key"] == 1);
    CHECK(json["chosen"] == true);
    CHECK(to_json(State{})["attention"].is_null());
}
