/// What happens to the chosen word when another answer arrives. The run that is loaded for the word is the run with which the
/// search computed it.

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/base/command.h"
#include "app/edit/commands.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/state/window_commands.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "app/views/masks/readings.h"
#include "core/model/design_choices.h"
#include "tests/app/views/generate/decoded.h"
#include "tests/counted.h"

namespace vitrine::generate_answers_test {
using namespace vitrine::tests;

namespace {

State sampling() {
    State state = generating();
    act(state, changed_options(state, [](DecodeOptions& options) {
            options.strategy = Strategy::sample;
            options.sampling.temperature = 1.5;
        }));
    return state;
}

SetDecoding held(const State& state, const SamplingOptions& sampling) {
    SetDecoding command = changed_options(state, [&](DecodeOptions& options) { options.sampling = sampling; });
    command.held = true;
    return command;
}

Size left(const State& state) { return std::ranges::count(shown_candidates(state), Cut::none, &Candidate::cut); }

/// The probability that the shown run gives to a token after the last word of the shown sentence.
double probability_of_last(const State& state, std::int32_t token) {
    const Size sentence = shown_sentence(state);
    const Size last = sentence_length(*state.run->batch, state.run->model->configuration, BatchSide::target, sentence) - 1;
    return state.run->find("probabilities").at({sentence, last, token});
}

/// Chooses every word of the tree, and compares the run that this loads with the record of the search.
void check_that_runs_chose(State& state) {
    int compared = 0;
    for (int node = 1; node < static_cast<int>(generation_of(state).nodes.size()); ++node) {
        act(state, ChooseWord{node});
        const WordNode& word = node_at(state, node);
        if (labels(state) != words_to(state, node)) continue;  // there is padding among them
        CAPTURE(words_to(state, node));
        ++compared;
        CHECK(std::abs(probability_of_last(state, word.token) - word.probability) <= 1e-5);
    }
    CHECK(compared > 5);
}

}  // namespace

TEST_CASE("while a slider of sampling is held, words are weighed anew and the sentence stays, until it is let go") {
    State state = sampling();
    const Decoded* before = decoded_of(state);
    const int node = shown_node(state);
    for (const Size most : {4, 2}) {
        apply(state, held(state, {.temperature = 1.5, .top_k = most}));
        CHECK(left(state) == most);
        CHECK_FALSE(lacks_decoding(state));
        CHECK(decoded_of(state) == before);
        CHECK(shown_node(state) == node);
    }
    apply(state, SetDecoding{state.of<GenerateView>().options});
    CHECK(lacks_decoding(state));
    answer(state);
    CHECK(generation_of(state).options.sampling.top_k == 2);
    apply(state, held(state, {.temperature = 0}));
    CHECK_FALSE(lacks_decoding(state));
    apply(state, SetView{View::map});  // it is let go in another view
    apply(state, SetView{View::generate});
    CHECK(lacks_decoding(state));
}

TEST_CASE("a slider that comes back to where it was asks for nothing") {
    State state = sampling();
    const SamplingOptions at_first = state.of<GenerateView>().options.sampling;
    apply(state, held(state, {.temperature = 0.25}));
    apply(state, held(state, at_first));
    apply(state, SetDecoding{state.of<GenerateView>().options});
    CHECK_FALSE(lacks_decoding(state));
}

TEST_CASE("of another answer the same words are looked at if a sentence goes through them, otherwise the last of the best one") {
    State state = generating();
    const Generation& generation = generation_of(state);
    const int best = generation.hypotheses.front().node;
    const auto at = [&](int node) { return words_to(state, node); };
    Sentence tokens = tokens_to(generation, node_of(state, "Je suis un"));
    CHECK(at(node_in_answer(generation, tokens)) == "Je suis un");
    tokens.back() = target_word(state, "<bos>");  // which no step considers after these
    REQUIRE_FALSE(find_node(generation, tokens));
    CHECK(node_in_answer(generation, tokens) == best);
    CHECK(node_in_answer(generation, {tokens.front()}) == 0);
    // A word that was considered and lost is not looked at.
    for (int node = 0; node < static_cast<int>(generation.nodes.size()); ++node) {
        if (node_at(state, node).fate == Fate::pruned) CHECK(node_in_answer(generation, tokens_to(generation, node)) == best);
    }
    // So it is with drawn sentences, one after another.
    const auto is_of_a_sentence = [&] {
        return std::ranges::any_of(generation_of(state).hypotheses, [&](const Hypothesis& sentence) {
            const std::vector<int> path = path_to(generation_of(state), sentence.node);
            return std::ranges::find(path, shown_node(state)) != path.end();
        });
    };
    act(state, changed_options(state, [](DecodeOptions& options) {
            options.strategy = Strategy::sample;
            options.sampling.temperature = 2;
        }));
    for (std::uint64_t seed = 11; seed < 16; ++seed) {
        for (int node = 0; node < static_cast<int>(generation_of(state).nodes.size()); ++node) {
            if (node_at(state, node).fate == Fate::pruned) state.of<GenerateView>().node = node;
        }
        act(state, changed_options(state, [&](DecodeOptions& options) { options.seed = seed; }));
        CHECK(is_of_a_sentence());
    }
}

TEST_CASE("the word that is looked at comes into view with the first answer, with another sentence, and with the view") {
    State state = generating();
    const auto asked = [&] { return state.reveal.contains(fmt::format("generate/node/{}", shown_node(state))); };
    CHECK(asked());
    apply(state, Revealed{});
    act(state, changed_options(state, [](DecodeOptions& options) { options.beams = 5; }));
    CHECK_FALSE(asked());  // moving a slider does not scroll the view
    act(state, SelectSentence{1});
    CHECK(asked());
    apply(state, Revealed{});
    act(state, SetView{View::map});
    act(state, SetView{View::generate});
    CHECK(asked());
}

TEST_CASE("under a departure from the design the run of a chosen word is the one that chose it, with padding as well") {
    const Counted checks(10);
    for (const DesignChoice& choice : design_choices()) {
        State state = generating("translation", 4);
        Edits edits;
        choice.make(edits.design, true);
        // Its softmax also covers words after the last one, which the batch has but the search had not.
        if (edits.design.mask_after_softmax) continue;
        if (!refusal(edits.design, state.run->model->configuration).empty()) continue;
        CAPTURE(choice.name);
        act(state, SetEdits{edits, "another design"});
        REQUIRE(state.run->regime.design == edits.design);
        REQUIRE(decoded_of(state)->question.design == edits.design);
        check_that_runs_chose(state);
    }
}

TEST_CASE("padding that is felt belongs to what is decoded, and the sentence is still the same") {
    State state = generating("translation", 4);
    const Sentence words = decoding_question(state)->source;
    choose(state, "Comment");
    force(state, "", "Je");
    Edits edits = state.edits;
    edits.design.padding_mask = false;
    act(state, SetEdits{edits, "padding is seen"});
    const Sentence padded = decoding_question(state)->source;
    REQUIRE(padded.size() > words.size());
    CHECK(std::equal(words.begin(), words.end(), padded.begin()));
    CHECK(padded.back() == state.run->model->configuration.pad_src);
    CHECK(state.of<GenerateView>().options.forced.size() == 1);
    CHECK(state.of<GenerateView>().node);
}

}  // namespace vitrine::generate_answers_test
