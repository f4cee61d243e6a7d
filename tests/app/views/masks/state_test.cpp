#include "app/state/state.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/base/command.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/session/describe.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/state.h"
#include "app/views/masks/commands.h"
#include "app/views/masks/leak_test_job.h"
#include "app/views/masks/readings.h"
#include "app/views/masks/state.h"
#include "app/words/masks.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::masks_view_test {
using namespace vitrine::tests;

namespace {

State looking(const char* name, Size sentence = 0) {
    State state = opened(name);
    apply(state, SetView{View::masks});
    apply(state, SelectSentence{sentence});
    return state;
}

const char* const samples[] = {"by-hand", "navigation", "translation"};
const std::string decoder = "decoder.layers.0.self_attn.mask";

/// Every place of a mask, as cell and as what the pass has recorded.
template <class Visit>
void for_each_mask_cell(const Run& run, const AttentionPlace& place, Visit&& visit) {
    const MaskTensor& mask = attention_of(*run.activations, place).mask;
    for (Size b = 0; b < mask.size(0); ++b) {
        for (Size q = 0; q < mask.size(2); ++q) {
            for (Size k = 0; k < mask.size(3); ++k) visit(MaskCell{place, b, q, k}, mask.at({b, 0, q, k}) != 0);
        }
    }
}

}  // namespace

TEST_CASE("padding, the same for every query, and the causal triangle make the masks that the pass has recorded") {
    for (const char* name : samples) {
        CAPTURE(name);
        const State state = looking(name);
        const MaskParts& parts = state.run->of<MaskReadings>().parts(*state.run);
        for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
            for_each_mask_cell(*state.run, {kind, 0}, [&](const MaskCell& cell, bool recorded) {
                const bool of_target = kind == AttentionKind::decoder_self;
                const MaskTensor& padding = of_target ? parts.target_padding : parts.source_padding;
                const bool sees = padding.at({cell.sentence, 0, 0, cell.key}) != 0;
                CHECK((sees && (!of_target || parts.causal.at({}).at({0, 0, cell.query, cell.key}) != 0)) == recorded);
            });
        }
    }
}

TEST_CASE("words give a reason for every hidden cell and for no other, and name every condition that fails") {
    for (const char* name : samples) {
        const State state = looking(name);
        for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
            for_each_mask_cell(*state.run, {kind, 0}, [&](const MaskCell& cell, bool recorded) {
                CHECK(may_see(*state.run, cell) == recorded);
                CHECK(std::ranges::all_of(explain_mask(*state.run, cell).conditions, &MaskCondition::holds) == recorded);
            });
        }
    }
    const State state = looking("translation");
    const AttentionPlace place{AttentionKind::decoder_self, 0};
    CHECK(hidden_text(*state.run, {place, 0, 2, 4}) == "“étudiant” comes after “suis” (position 4 > 2)");
    CHECK(hidden_text(*state.run, {place, 4, 2, 4}) == "“<pad>” is padding and “<pad>” comes after “ça” (position 4 > 2)");
    CHECK(hidden_text(*state.run, {place, 4, 4, 4}) == "“<pad>” is padding");
    CHECK(hidden_text(*state.run, {{AttentionKind::cross, 1}, 4, 2, 5}) == "“<pad>” is padding");
    CHECK(mask_note(*state.run, {place, 0, 2, 4}) ==
          std::vector<std::string>{"“suis” may not attend to “étudiant”",
                                   "“étudiant” comes after “suis” (position 4 > 2): the causal mask hides it"});
    CHECK(mask_note(*state.run, {place, 0, 2, 1}).front() == "“suis” may attend to “Je”");
}

TEST_CASE("a cell of a mask that was set by hand is said to be so") {
    State state = looking("translation");
    apply(state, ShowRun{with_edits(state.run,
                                    {.interventions = {.overwrites = {{decoder, {0, 0, 1, 0}, 0}, {decoder, {0, 0, 0, 3}, 1}}}})});
    const AttentionPlace place{AttentionKind::decoder_self, 0};
    for (const MaskCell& cell : {MaskCell{place, 0, 1, 0}, MaskCell{place, 0, 0, 3}}) {
        const auto lines = mask_note(*state.run, cell);
        CHECK(std::ranges::count(lines, "set by hand, against the rules of the mask") == 1);
    }
    // The opened cell lets the first word see a later one, and in the next layer the others see it through the first.
    apply(state, ChooseTestToken{{BatchSide::target, 3}});
    CHECK(to_json(state)["masks"]["test"]["leaks"] == 3);
}

TEST_CASE("the mask that is shown is one that the selected attention uses, and choosing one selects such an attention") {
    State state = looking("translation");
    CHECK(state.of<MasksView>().place == AttentionPlace{AttentionKind::decoder_self, 0});
    CHECK(state.of<MasksView>().shown == MaskKind::target);
    apply(state, ShowMask{MaskKind::causal});
    CHECK(state.of<MasksView>().shown == MaskKind::causal);
    CHECK(!attention_at(state.selection.tensor));  // there was nothing to select
    apply(state, ShowMask{MaskKind::source_padding});
    CHECK(state.selection.tensor == "encoder.layers.0.self_attn.mask");
    apply(state, SelectTensor{"decoder.layers.1.cross_attn.mask"});
    CHECK(state.of<MasksView>().shown == MaskKind::source_padding);
    apply(state, ShowMask{MaskKind::source_padding});
    CHECK(state.of<MasksView>().place == AttentionPlace{AttentionKind::cross, 1});
    apply(state, ShowMask{MaskKind::target_padding});
    CHECK(state.selection.tensor == "decoder.layers.1.self_attn.mask");
    CHECK(state.of<MasksView>().shown == MaskKind::target_padding);
    apply(state, SelectTensor{"logits"});
    CHECK(state.of<MasksView>().place == AttentionPlace{AttentionKind::decoder_self, 1});
}

TEST_CASE("without a selected cell a hidden pair is proposed; arrows choose it first and then go on from there") {
    State state = looking("translation");
    const AttentionPair proposed = mask_pair(state);
    CHECK(!proposed.chosen);
    CHECK(!may_see(*state.run, {state.of<MasksView>().place, 0, proposed.tokens.query, proposed.tokens.key}));
    apply(state, MoveMaskCell{1, 0});
    CHECK(state.selection.tensor == decoder);
    CHECK((state.selection.cell == Index{0, 0, proposed.tokens.query, proposed.tokens.key}));
    apply(state, MoveMaskCell{-1, 1});
    CHECK((state.selection.cell == Index{0, 0, proposed.tokens.query - 1, proposed.tokens.key + 1}));
    apply(state, MoveMaskCell{-9, -90});
    CHECK((state.selection.cell == Index{0, 0, 0, 0}));
    // A cell of the scores is of the same two words.
    apply(state, SelectCell{"decoder.layers.0.self_attn.scores", {1, 2, 3, 1}});
    CHECK(mask_pair(state).chosen);
    CHECK(mask_pair(state).tokens.query == 3);
    // Where nothing is hidden there is still a pair.
    apply(state, SelectTensor{"encoder.layers.0.self_attn.mask"});
    apply(state, SelectSentence{0});
    CHECK(mask_pair(state).tokens.key == 0);
}

TEST_CASE("the change that is proposed is the last word of the decoder's input, which no earlier one may see") {
    const Counted checks(14);
    for (const char* name : samples) {
        CAPTURE(name);
        State state = looking(name);
        for (Size sentence = 0; sentence < sentence_count(*state.run); ++sentence) {
            apply(state, SelectSentence{sentence});
            const auto question = leak_question(state);
            REQUIRE(question);
            const TokenPlace& place = question->change.place;
            const IndexTensor& target = state.run->model->batch.tgt;
            const std::int32_t pad = state.run->model->configuration.pad_tgt;
            CHECK(place.side == BatchSide::target);
            CHECK(place.sentence == sentence);
            CHECK(target.at({sentence, place.position}) != pad);
            for (Size i = place.position + 1; i < target.size(1); ++i) CHECK(target.at({sentence, i}) == pad);
            CHECK(question->change.id != pad);
            CHECK(question->change.id != target.at({sentence, place.position}));
            CHECK(to_json(state)["masks"]["test"]["leaks"] == 0);
        }
    }
}

TEST_CASE("of sentences of one word padding is proposed, where there is any") {
    auto model = std::make_shared<Model>(*opened("translation").run->model);
    Batch& batch = model->batch;
    batch.src.resize({2, 3});
    batch.tgt.resize({2, 1});
    batch.labels.clear();
    batch.src.fill(5);
    batch.tgt.fill(1);
    batch.src.at({1, 2}) = model->configuration.pad_src;
    State state = new_state();
    apply(state, ShowRun{make_run(model)});
    CHECK(leak_question(state)->change.place == TokenPlace{BatchSide::target, 0, 0});
    CHECK(to_json(state)["masks"]["test"]["outputs_moved"] == 1);
    apply(state, SelectSentence{1});
    CHECK(leak_question(state)->change.place == TokenPlace{BatchSide::source, 1, 2});
    CHECK(to_json(state)["masks"]["test"]["memory_moved"] == 1);
    CHECK(to_json(state)["masks"]["test"]["outputs_moved"] == 0);
}

TEST_CASE("the words that may stand in the place of a token are all but padding and itself, each once") {
    State state = looking("translation", 4);
    const Configuration& c = state.run->model->configuration;
    for (const TokenPlace& place : {TokenPlace{BatchSide::target, 4, 3}, TokenPlace{BatchSide::target, 4, 4},
                                    TokenPlace{BatchSide::source, 4, 5}, TokenPlace{BatchSide::source, 4, 0}}) {
        const bool source = place.side == BatchSide::source;
        const std::int32_t pad = source ? c.pad_src : c.pad_tgt;
        const std::int32_t here = (source ? state.run->model->batch.src : state.run->model->batch.tgt).at({4, place.position});
        const Size all = source ? c.src_vocab_size : c.tgt_vocab_size;
        std::set<std::int32_t> words;
        for (Size n = 0; n < word_count(state, place); ++n) {
            const std::int32_t id = nth_word(state, place, n);
            CHECK(number_of_word(state, place, id) == n);
            words.insert(id);
        }
        CHECK(static_cast<Size>(words.size()) == all - (here == pad ? 1 : 2));
        CHECK(!words.contains(pad));
        CHECK((here == pad || !words.contains(here)));
        CHECK(*words.rbegin() < all);
    }
}

TEST_CASE("what cannot be changed, or put there, changes nothing") {
    State state = looking("translation");
    apply(state, ChooseTestToken{{BatchSide::target, 3}});
    apply(state, ChooseTestToken{{BatchSide::target, 99}});
    apply(state, ChooseTestToken{{BatchSide::source, -1}});
    CHECK(state.of<MasksView>().token->position == 3);
    const LeakQuestion proposed = *leak_question(state);
    for (const std::int32_t id : {-4, state.run->model->configuration.pad_tgt, state.run->model->batch.tgt.at({0, 3}), 100000}) {
        apply(state, ChooseTestWord{id});
        CHECK(*leak_question(state) == proposed);
    }
    apply(state, ChooseTestWord{nth_word(state, proposed.change.place, 2)});
    CHECK(leak_question(state)->change.id == nth_word(state, proposed.change.place, 2));
    apply(state, ChooseTestToken{{BatchSide::target, 2}});
    CHECK(!state.of<MasksView>().word);
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(!state.of<MasksView>().token);
}

TEST_CASE("without a mask the test shows what it is there for, and a test is remembered within its run") {
    State state = looking("translation");
    CHECK(to_json(state)["masks"]["test"]["leaks"] == 0);
    const LeakTest* found = leak_answer(state);
    CHECK(leak_answer(state) == found);
    apply(state, SetTestMasks{.causal = false, .padding = true});
    CHECK(to_json(state)["masks"]["test"]["leaks"] == 4);
    apply(state, SetTestMasks{.causal = true, .padding = false});
    CHECK(to_json(state)["masks"]["test"]["leaks"] == 0);
    apply(state, SelectSentence{4});
    apply(state, ChooseTestToken{{BatchSide::source, 5}});
    CHECK(to_json(state)["masks"]["test"]["leaks"] == 10);  // five outputs, and five words of the memory
    CHECK(to_json(new_state())["masks"].is_null());
}

TEST_CASE("a large model is tested away from the drawing thread") {
    auto model = std::make_shared<Model>();
    Configuration& c = model->configuration;
    c.d_model = c.dim_feedforward = 128;
    c.nhead = 4;
    c.num_encoder_layers = c.num_decoder_layers = 2;
    c.src_vocab_size = c.tgt_vocab_size = 12;
    model->parameters = initialise(c, {});
    model->batch.src.resize({1, 60});
    model->batch.tgt.resize({1, 60});
    model->batch.src.fill(5);
    model->batch.tgt.fill(6);
    State state = new_state();
    apply(state, ShowRun{make_run(model)});
    CHECK(!lacks_leak_test(state));  // nobody looks at the test
    apply(state, SetView{View::masks});
    REQUIRE(lacks_leak_test(state));
    CHECK(leak_answer(state) == nullptr);
    CHECK(to_json(state)["masks"]["test"]["leaks"].is_null());
    const auto lack = missing_leak_test(state);
    REQUIRE(lack);
    CHECK_FALSE(lack->at_once);
    apply(state, carry_out_now(lack->job));
    CHECK(!lacks_leak_test(state));
    CHECK(to_json(state)["masks"]["test"]["leaks"] == 0);
    CHECK(to_json(state)["masks"]["test"]["outputs_moved"] == 1);
}

}  // namespace vitrine::masks_view_test
