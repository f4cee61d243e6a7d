#include "app/edit/sentence_typing.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/edit/edit_job.h"
#include "app/state/selection_commands.h"
#include "core/decode/generate.h"
#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::sentence_typing_test {
using namespace vitrine::tests;

namespace {

/// Carries out a command, and what is missing after it.
void act(State& state, const Command& command) {
    apply(state, command);
    while (auto missing = missing_sentence(state)) apply(state, carry_out_now(missing->job));
    while (auto missing = missing_edits(state)) apply(state, carry_out_now(missing->job));
}

Sentence ids(const State& state, BatchSide side, std::initializer_list<const char*> words) {
    Sentence all;
    for (const char* word : words) all.push_back(*vocabulary_of(*state.run, side).id(word));
    return all;
}

Sentence row(const State& state, const IndexTensor& tokens, BatchSide side, Size sentence) {
    const std::int32_t* first = tokens.data() + sentence * tokens.size(1);
    return {first, first + sentence_length(*state.run->batch, state.run->model->configuration, side, sentence)};
}

}  // namespace

TEST_CASE("a typed sentence is in the batch, with what the model writes for it as target and labels") {
    State state = opened("translation");
    act(state, TypeSentence{"He is a teacher"});
    CHECK(row(state, state.run->batch->src, BatchSide::source, 0) ==
          ids(state, BatchSide::source, {"<bos>", "He", "is", "a", "teacher", "<eos>"}));
    const Sentence target = row(state, state.run->batch->tgt, BatchSide::target, 0);
    CHECK(target == ids(state, BatchSide::target, {"<bos>", "Il", "est", "un", "enseignant"}));
    // What is written follows from the run: every label is what the run predicts at its place.
    for (Size i = 0; i < static_cast<Size>(target.size()); ++i)
        CHECK(state.run->batch->labels.at({0, i}) == state.run->activations->predictions.at({0, i}));
    CHECK(text_of_sentence(state) == "He is a teacher");
    CHECK(state.history.undo_words() == "type “He is a teacher”");
    act(state, Undo{});
    CHECK(text_of_sentence(state) == "I am a student");
}

TEST_CASE("typing on is one step of the history; another edit between begins a new one") {
    State state = opened("translation");
    for (const char* text : {"He", "He is", "He is a", "He is a teacher"}) act(state, TypeSentence{text, true});
    CHECK(state.history.done().size() == 1);
    act(state, SilenceHead{"decoder.layers.1.cross_attn", 0, true});
    act(state, TypeSentence{"She is a nurse"});
    CHECK(state.history.done().size() == 3);
}

TEST_CASE("an alteration of the model counts in what it writes") {
    const Counted checks(4);
    for (Size head = 0; head < 4; ++head) {
        State state = opened("translation");
        act(state, SilenceHead{"decoder.layers.1.cross_attn", head, true});
        act(state, SilenceHead{"decoder.layers.0.cross_attn", head, true});
        act(state, TypeSentence{"She is a nurse"});
        const Sentence target = row(state, state.run->batch->tgt, BatchSide::target, 0);
        for (Size i = 0; i + 1 < static_cast<Size>(target.size()); ++i)
            CHECK(state.run->activations->predictions.at({0, i}) == target[static_cast<std::size_t>(i + 1)]);
    }
}

TEST_CASE("an unknown word changes nothing, and is named with its place; its beginning is waited for") {
    State state = opened("translation");
    act(state, TypeSentence{"He is a plumber"});
    CHECK(text_of_sentence(state) == "I am a student");
    const auto& typing = state.of<SentenceTyping>();
    REQUIRE(typing.unknown.size() == 1);
    CHECK(typing.unknown[0].begin == 8);
    CHECK(typing.unknown[0].end == 15);
    CHECK(!typing.unknown[0].near.empty());
    act(state, TypeSentence{"He is a tea", true});
    REQUIRE(state.of<SentenceTyping>().unknown.size() == 1);
    CHECK(state.of<SentenceTyping>().unknown[0].unfinished);
    CHECK(text_of_sentence(state) == "He is a");
    act(state, TypeSentence{"He is a tea"});  // no longer typing: the word is unknown
    CHECK(!state.of<SentenceTyping>().unknown[0].unfinished);
}

TEST_CASE("an empty text changes nothing") {
    State state = opened("translation");
    for (const char* text : {"", "   "}) act(state, TypeSentence{text});
    CHECK(text_of_sentence(state) == "I am a student");
    CHECK(state.of<SentenceTyping>().problem.empty());
}

TEST_CASE("a decoder alone reads the sentence itself; one attention alone reads none") {
    State state = opened("long");
    act(state, TypeSentence{"the wheel of the water"});
    CHECK(state.of<SentenceTyping>().problem.empty());
    CHECK(text_of_sentence(state) == "the wheel of the water");
    CHECK(!sentence_refusal(opened("two-heads")).empty());
}

TEST_CASE("a decoder alone that has learned to answer after <sep> writes its answer; only that is labelled") {
    State state = opened("induction");
    CHECK(text_of_sentence(state).find('<') == std::string::npos);
    act(state, TypeSentence{"cat"});
    const Batch& batch = *state.run->batch;
    CHECK(row(state, batch.tgt, BatchSide::target, 0) ==
          ids(state, BatchSide::target, {"<s>", "c", "a", "t", "<sep>", "c", "a", "t"}));
    const std::int32_t pad = state.run->model->configuration.pad_tgt;
    for (Size i = 0; i < 4; ++i) CHECK(batch.labels.at({0, i}) == pad);
    for (Size i = 4; i < 8; ++i) CHECK(batch.labels.at({0, i}) == state.run->activations->predictions.at({0, i}));
    CHECK(batch.labels.at({0, 7}) == state.run->model->configuration.eos);
    CHECK(text_of_sentence(state) == "cat");
    act(state, TypeSentence{"h3"});
    CHECK(state.of<SentenceTyping>().problem.find("3") != std::string::npos);
}

TEST_CASE("another model forgets what was typed") {
    State state = opened("translation");
    apply(state, TypeSentence{"He is a teacher"});
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(!missing_sentence(state));
}

TEST_CASE("a field that is opened again has the text as it was typed, while its sentence is shown") {
    State state = opened("translation");
    const auto text_of_field = [&state] {
        act(state, BeginSentence{});
        return state.of<SentenceTyping>().text.text;
    };
    CHECK(text_of_field() == "I am a student");
    act(state, TypeSentence{"He is a teacher."});
    CHECK(text_of_field() == "He is a teacher.");
    CHECK(left_out_text(state.of<SentenceTyping>()) == "It reads no “.”: it is left out.");
    apply(state, SelectSentence{1});
    CHECK(text_of_field() == text_of_sentence(state));
    apply(state, SelectSentence{0});
    act(state, Undo{});
    CHECK(text_of_field() == "I am a student");
}

TEST_CASE("a text that is longer than all that a model has learned from is said to be") {
    State state = opened("english-french");
    REQUIRE(state.run->model->card->longest_source == 12);
    act(state, TypeSentence{"the black cat sleeps in the big garden of my"});  // ten words between two marks
    CHECK(too_long_text(state).empty());
    act(state, TypeSentence{"the black cat sleeps in the big garden of my friend"});
    CHECK(too_long_text(state) == "It has learned from sentences of up to 12 tokens; this one has 13.");
    CHECK(too_long_text(opened("translation")).empty());
}

TEST_CASE("what is left out of a typed text is said, and no longer when it is gone") {
    State state = opened("translation");
    const auto said = [&state](const char* text) {
        act(state, TypeSentence{text});
        return left_out_text(state.of<SentenceTyping>());
    };
    CHECK(said("He is a teacher").empty());
    CHECK(said("He is a teacher.") == "It reads no “.”: it is left out.");
    CHECK(said("He, is a teacher.") == "It reads no “,” and no “.”: they are left out.");
    CHECK(said("He, is a; teacher.") == "It reads no “,”, no “;” and no “.”: they are left out.");
    CHECK(text_of_sentence(state) == "He is a teacher");
    act(state, Undo{});
    act(state, BeginSentence{});
    CHECK(left_out_text(state.of<SentenceTyping>()).empty());
    // Letters are read one by one, and an unknown one is refused.
    State letters = opened("induction");
    act(letters, TypeSentence{"abc."});
    CHECK(left_out_text(letters.of<SentenceTyping>()).empty());
    CHECK(!letters.of<SentenceTyping>().problem.empty());
}

}  // namespace vitrine::sentence_typing_test
