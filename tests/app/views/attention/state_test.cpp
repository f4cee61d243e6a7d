#include "app/state/state.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/attention_readings.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/describe.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/state.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::attention_view_test {
using namespace vitrine::tests;

namespace {

State reading(const char* name) {
    State state = opened(name);
    apply(state, SetView{View::attention});
    return state;
}

const std::string cross = "decoder.layers.1.cross_attn";

constexpr std::array every_kind{AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};

/// The mean over the words that may see two keys or more of Σ −w ln w / ln n, straight from the recorded weights.
double evenness_of(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    const TensorView weights = run.trace.find(path_of(place) + ".weights"), mask = run.trace.find(path_of(place) + ".mask");
    const bool source = side_of_queries(place.kind) == Side::source;
    const IndexTensor& tokens = source ? run.model->batch.src : run.model->batch.tgt;
    const std::int32_t pad = source ? run.model->configuration.pad_src : run.model->configuration.pad_tgt;
    double sum = 0, rows = 0;
    for (Size q = 0; q < weights.layout.shape[2]; ++q) {
        double entropy = 0, keys = 0;
        for (Size k = 0; k < weights.layout.shape[3]; ++k) {
            const double weight = weights.at({head.sentence, head.head, q, k});
            if (weight > 0) entropy -= weight * std::log(weight);
            keys += mask.at({head.sentence, 0, q, k});
        }
        if (keys < 2 || tokens.at({head.sentence, q}) == pad) continue;
        sum += entropy / std::log(keys), ++rows;
    }
    return sum / rows;
}

}  // namespace

TEST_CASE("the attention that is read is the selected tensor's, and the last one where that has none") {
    State state = reading("translation");
    CHECK(state.of<AttentionView>().place == AttentionPlace{AttentionKind::cross, 0});
    apply(state, SelectTensor{"encoder.layers.1.self_attn.value"});
    CHECK(state.of<AttentionView>().place == AttentionPlace{AttentionKind::encoder_self, 1});
    apply(state, SelectTensor{"logits"});
    CHECK(state.of<AttentionView>().place == AttentionPlace{AttentionKind::encoder_self, 1});
}

TEST_CASE("another model keeps the kind of attention, and the layer as far as it has it") {
    State state = reading("translation");
    apply(state, SelectTensor{cross + ".weights"});
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(state.view == View::attention);
    CHECK(state.of<AttentionView>().place == AttentionPlace{AttentionKind::cross, 0});
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
    // A cell of Q belongs to a single word.
    apply(state, SelectCell{cross + ".query", {0, 2, 3, 1}});
    CHECK(!attention_pair(state).chosen);
}

TEST_CASE("without a selected cell the largest weight between two words is proposed, in every head, and nothing is selected") {
    const Counted checks(100);
    State state = reading("translation");
    const Configuration& c = state.run->model->configuration;
    for (const AttentionKind kind : every_kind) {
        const bool within = kind != AttentionKind::cross;
        const IndexTensor& asking =
            side_of_queries(kind) == Side::source ? state.run->model->batch.src : state.run->model->batch.tgt;
        const IndexTensor& answering =
            side_of_keys(kind) == Side::source ? state.run->model->batch.src : state.run->model->batch.tgt;
        const auto is_word = [&](std::int32_t id) { return id != c.bos && id != c.eos && id != c.pad_src && id != c.pad_tgt; };
        for (Size sentence = 0; sentence < asking.size(0); ++sentence) {
            for (Size head = 0; head < c.nhead; ++head) {
                const std::string attention = path_of({kind, 1});
                apply(state, SelectTensor{attention + ".weights"});
                apply(state, SelectSentence{sentence});
                apply(state, SelectHead{head});
                const AttentionPair pair = attention_pair(state);
                CHECK(!pair.chosen);
                CHECK(!state.selection.cell);
                const auto [query, key] = pair.tokens;
                CHECK(is_word(asking.at({sentence, query})));
                CHECK(is_word(answering.at({sentence, key})));
                CHECK(!(within && query == key));
                const TensorView weights = state.run->trace.find(attention + ".weights");
                for (Size q = 0; q < asking.size(1); ++q) {
                    for (Size k = 0; k < answering.size(1); ++k) {
                        const bool words = is_word(asking.at({sentence, q})) && is_word(answering.at({sentence, k}));
                        if (words && !(within && q == k))
                            CHECK(weights.at({sentence, head, q, k}) <= weights.at({sentence, head, query, key}));
                    }
                }
            }
        }
    }
}

TEST_CASE("what is proposed can be seen, in every head of every sample") {
    const Counted checks(6);
    for (const char* name : {"translation", "navigation"}) {
        State state = reading(name);
        for (const TensorInfo& info : state.run->outline().tensors) {
            if (!info.path.ends_with(".weights")) continue;
            apply(state, SelectTensor{info.path});
            const TensorView mask = state.run->trace.find(info.path.substr(0, info.path.rfind('.')) + ".mask");
            const auto [query, key] = attention_pair(state).tokens;
            CHECK(mask.at({0, 0, query, key}) == 1);
        }
    }
}

TEST_CASE("the most even head is the one with the largest share of the entropy there could be, and no uniform head beats it") {
    State state = reading("translation");
    for (Size sentence = 0; sentence < 5; ++sentence) {
        apply(state, SelectSentence{sentence});
        const HeadRanking all = rank_heads(state, every_kind);
        CHECK(all.heads == 24);
        REQUIRE(all.most_even);
        REQUIRE(all.sharpest);
        for (const AttentionKind kind : every_kind) {
            const HeadRanking ranking = rank_heads(state, std::array{kind});
            CHECK(ranking.heads == 8);
            REQUIRE(ranking.most_even);
            CHECK(ranking.most_even->evenness <= all.most_even->evenness);
            for (Size layer = 0; layer < 2; ++layer) {
                for (Size head = 0; head < 4; ++head) {
                    const double evenness = evenness_of(*state.run, {kind, layer}, {sentence, head});
                    CHECK(evenness <= ranking.most_even->evenness + 1e-6);
                    CHECK(evenness >= ranking.sharpest->evenness - 1e-6);
                    const HeadReading& read =
                        state.run->of<AttentionReadings>().reading(*state.run, {kind, layer}, {sentence, head});
                    CHECK(*read.evenness() == doctest::Approx(evenness).epsilon(1e-5));
                    if (read.kind == AttentionPattern::uniform) CHECK(evenness >= clearly_uniform - 1e-6);
                }
            }
        }
    }
}

TEST_CASE("the pair moves from word to word and stops at the ends") {
    State state = reading("translation");
    apply(state, SelectTensor{cross + ".weights"});
    const AttentionPair proposed = attention_pair(state);
    apply(state, MovePair{1, 0});  // the first move only chooses the proposed pair
    CHECK((state.selection.cell == Index{0, 0, proposed.tokens.query, proposed.tokens.key}));
    apply(state, MovePair{1, 0});
    const Size last = state.run->model->batch.tgt.size(1) - 1;
    CHECK((*state.selection.cell)[2] == std::min(proposed.tokens.query + 1, last));
    apply(state, MovePair{50, 0});
    CHECK((*state.selection.cell)[2] == last);
    apply(state, MovePair{-1, 0});
    CHECK((*state.selection.cell)[2] == last - 1);
    apply(state, MovePair{-50, -50});
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
    CHECK(state.of<AttentionView>().share == 70);
    apply(state, SetAttentionShare{130});
    CHECK(state.of<AttentionView>().share == 100);
    apply(state, SetAttentionShare{-3});
    CHECK(state.of<AttentionView>().share == 0);
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
    CHECK(to_json(new_state())["attention"].is_null());
}

}  // namespace vitrine::attention_view_test
