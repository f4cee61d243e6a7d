#include "app/compare/commands.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/state.h"
#include "app/edit/batch_editing.h"
#include "app/edit/commands.h"
#include "app/opening/commands.h"
#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/shell/modules.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::generate_commands_test {
using namespace vitrine::tests;

namespace {

/// The probability that the shown run gives to a token after the last word of the shown sentence.
double probability_of_last(const State& state, std::int32_t token) {
    const Size sentence = shown_sentence(state);
    const Size last = sentence_length(*state.run->batch, state.run->model->configuration, BatchSide::target, sentence) - 1;
    return state.run->find("probabilities").at({sentence, last, token});
}

}  // namespace

TEST_CASE("a chosen word brings the run that chose it: what stood before it, and the word as the last label") {
    State state = generating("translation", 1);
    choose(state, "Il est un");
    CHECK(target(state) == "<bos> Il est");
    CHECK(labels(state) == "Il est un");
    for (int node = 1; node < static_cast<int>(generation_of(state).nodes.size()); ++node) {
        act(state, ChooseWord{node});
        CAPTURE(words_to(state, node));
        const WordNode& word = node_at(state, node);
        CHECK(state.of<GenerateView>().node == node);
        CHECK(labels(state) == words_to(state, node));
        CHECK(probability_of_last(state, word.token) == doctest::Approx(word.probability).epsilon(1e-4));
    }
    CHECK(row(state, opened(state.run)->batch->tgt) == "<bos> Il est un enseignant");  // as it was opened
}

TEST_CASE("of bos it is the run that chooses the first word") {
    State state = generating();
    act(state, ChooseWord{0});
    CHECK(target(state) == "<bos>");
    CHECK(labels(state) == "Je");
    CHECK(shown_node(state) == 0);
}

TEST_CASE("words chosen one after another are one step of the history, which leads back to the sentence before") {
    State state = generating();
    act(state, SilenceHead{cross, 1, true});
    choose(state, "Je");
    CHECK(state.history.undo_words() == "show “Je”");
    choose(state, "Je suis");
    act(state, MoveWord{TreeMove::after});
    CHECK(state.history.undo_words() == "show “Je suis un”");
    act(state, Undo{});
    CHECK(target(state) == "<bos> Je suis un étudiant");
    CHECK(state.history.undo_words().starts_with("silence head 2"));
    act(state, Redo{});
    CHECK(labels(state) == "Je suis un");
    choose(state, "Je");
    CHECK(state.history.done().size() == 2);
}

TEST_CASE("words chosen in two sentences are two steps of the history") {
    State state = generating();
    choose(state, "Je");
    act(state, SelectSentence{1});
    choose(state, "Il");
    CHECK(state.history.done().size() == 2);
    act(state, Undo{});
    CHECK(target(state) == "<bos> Il est un enseignant");
    act(state, SelectSentence{0});
    CHECK(target(state) == "<bos>");
    act(state, Undo{});
    CHECK(target(state) == "<bos> Je suis un étudiant");
}

TEST_CASE("a move that leads nowhere changes nothing") {
    State state = generating();
    for (const TreeMove move : {TreeMove::after, TreeMove::up}) act(state, MoveWord{move});
    CHECK_FALSE(state.of<GenerateView>().node);
    act(state, ChooseWord{0});
    const auto batch = state.edits.batch;
    for (const TreeMove move : {TreeMove::before, TreeMove::up, TreeMove::down}) act(state, MoveWord{move});
    CHECK(state.edits.batch == batch);
    CHECK(state.history.done().size() == 1);
}

TEST_CASE("another edit in between ends the step") {
    State state = generating();
    choose(state, "Je");
    act(state, SilenceHead{cross, 1, true});
    choose(state, "Je suis");
    REQUIRE(state.history.done().size() == 3);
    CHECK(state.history.done()[0].what == "show “Je”");
    act(state, Undo{});
    CHECK(labels(state) == "Je");
}

TEST_CASE("the way back to the sentence that stood there leaves no step") {
    State state = generating();
    act(state, SilenceHead{cross, 1, true});
    choose(state, "Je");
    choose(state, "Je suis un étudiant <eos>");
    CHECK(state.history.done().size() == 1);
    CHECK(state.edits.batch == nullptr);
    choose(state, "Je");
    choose(state, "Je suis");
    CHECK(state.history.done().size() == 2);
}

TEST_CASE("where labels do not tell two words apart, choosing them is still one step") {
    State state = opened("translation");
    auto batch = std::make_shared<Batch>(*state.run->batch);
    batch->labels.clear();
    act(state, SetEdits{{.batch = batch}, "no labels"});
    act(state, SetView{View::generate});
    choose(state, "Je suis");
    CHECK(state.run->batch->labels.empty());
    CHECK(target(state) == "<bos> Je");
    choose(state, "Je est");
    choose(state, "Je");
    CHECK(state.history.done().size() == 2);
    act(state, Undo{});
    CHECK(target(state) == "<bos> Je suis un étudiant");
}

TEST_CASE("padding that was chosen as a word can be looked at, but no sentence of the batch can hold it") {
    State state = generating("navigation");
    const std::int32_t pad = state.run->model->configuration.pad_tgt;
    const auto padding = std::ranges::find(generation_of(state).nodes, pad, &WordNode::token);
    REQUIRE(padding != generation_of(state).nodes.end());
    const auto node = static_cast<int>(padding - generation_of(state).nodes.begin());
    act(state, ChooseWord{node});
    CHECK(shown_node(state) == node);
    CHECK_FALSE(state.history.can_undo());
    CHECK(state.notice.find("padding") != std::string::npos);
    CHECK(state.message.empty());
}

TEST_CASE("a step's words in the history are short") {
    State state = generating();
    act(state, changed_options(state, [](DecodeOptions& options) { options.stops_at_eos = false; }));
    const int last = generation_of(state).hypotheses.front().node;
    REQUIRE(node_at(state, last).step > 8);
    act(state, ChooseWord{last});
    act(state, MoveWord{TreeMove::before});
    CHECK(state.history.undo_words().starts_with("show “… "));
}

TEST_CASE("words that there are not cannot be chosen") {
    State state = generating();
    const auto count = static_cast<int>(generation_of(state).nodes.size());
    for (const int node : {-1, count}) {
        act(state, ChooseWord{node});
        act(state, ForceWord{node, 4});
    }
    act(state, ForceWord{generation_of(state).hypotheses.front().node, 4});  // the sentence has ended there
    act(state, ForceWord{0, -1});
    act(state, ForceWord{0, static_cast<std::int32_t>(state.run->model->configuration.tgt_vocab_size)});
    CHECK_FALSE(state.of<GenerateView>().node);
    CHECK(state.of<GenerateView>().options.forced.empty());
    CHECK_FALSE(state.of<GenerateView>().unforced);
    CHECK_FALSE(state.history.can_undo());
    State empty = new_state();
    for (const Command& command : Commands{ChooseWord{0}, MoveWord{TreeMove::after}, ForceWord{0, 4}, StopForcing{},
                                           CompareForced{}, ShowDecoderLayer{0}, GrowSentence{true}, SetDecoding{{.beams = 5}}})
        vitrine::apply(empty, command);
    CHECK(empty.of<GenerateView>().options == GenerateView().options);
    CHECK_FALSE(empty.of<GenerateView>().grown);
}

TEST_CASE("while A is shown, which is kept, words are looked at and its sentence stays") {
    State state = generating();
    apply(state, PinRun{});
    act(state, SilenceHead{cross, 1, true});
    act(state, ShowSide{ComparedSide::a});
    choose(state, "Je");
    CHECK(words_to(state, shown_node(state)) == "Je");
    CHECK(target(state) == "<bos> Je suis un étudiant");
    CHECK(state.edits.batch == nullptr);
    act(state, ShowSide{ComparedSide::b});
    choose(state, "Je suis");
    CHECK(target(state) == "<bos> Je");
}

TEST_CASE("what was chosen and set by hand goes with its sentence and its model") {
    const auto forced = [] {
        State state = generating();
        force(state, "Je", "est");
        choose(state, "Je est un");
        return state;
    };
    const auto is_forgotten = [](const State& state) {
        return !state.of<GenerateView>().node && !state.of<GenerateView>().unforced &&
               state.of<GenerateView>().options.forced.empty();
    };
    State state = forced();
    REQUIRE_FALSE(is_forgotten(state));
    act(state, SelectSentence{2});
    CHECK(is_forgotten(state));
    CHECK(best(state).starts_with("Elle est"));

    state = forced();
    act(state, EditBatch{ReplaceToken{{BatchSide::source, 0, 4}, *state.run->model->source_vocabulary.id("teacher")}});
    CHECK(is_forgotten(state));

    state = forced();
    apply(state, ShowRun{make_run(sample("navigation"))});
    CHECK(is_forgotten(state));
    CHECK(decoded_of(state) == nullptr);

    state = forced();
    act(state, SilenceHead{cross, 0, true});  // still the same model and sentence
    CHECK_FALSE(is_forgotten(state));
    CHECK(words_to(state, shown_node(state)) == "Je est un");
}

TEST_CASE("in another answer the same words are looked at, where it has them") {
    State state = generating();
    choose(state, "Je suis un");
    act(state, changed_options(state, [](DecodeOptions& options) { options.beams = 5; }));
    CHECK(words_to(state, shown_node(state)) == "Je suis un");
    act(state, changed_options(state, [](DecodeOptions& options) { options.strategy = Strategy::greedy; }));
    CHECK(words_to(state, shown_node(state)) == "Je suis un");
    act(state, changed_options(state, [](DecodeOptions& options) { options.max_new_tokens = 2; }));
    REQUIRE(state.of<GenerateView>().node);  // if the answer is shorter, its beginning is chosen
    CHECK(words_to(state, shown_node(state)) == "Je suis");
}

TEST_CASE("an answer of another model is not taken") {
    State state = generating();
    const auto before = state.of<GenerateView>().decoded;
    apply(state, ShowDecoded{generating("by-hand").of<GenerateView>().decoded});
    CHECK(state.of<GenerateView>().decoded == before);
}

TEST_CASE("the layer whose cross-attention is shown is the last at first, and always one that there is") {
    State state = generating();
    REQUIRE(state.run->model->configuration.num_decoder_layers == 2);
    CHECK(shown_layer(state) == 1);
    apply(state, ShowDecoderLayer{0});
    CHECK(shown_layer(state) == 0);
    apply(state, ShowDecoderLayer{9});
    CHECK(shown_layer(state) == 1);
    apply(state, ShowDecoderLayer{-3});
    CHECK(shown_layer(state) == 0);
}

}  // namespace vitrine::generate_commands_test
