#include <doctest/doctest.h>

#include "app/base/command.h"
#include "app/compare/comparing.h"
#include "app/compare/state.h"
#include "app/edit/commands.h"
#include "app/state/state.h"
#include "app/views/generate/commands.h"
#include "app/views/generate/state.h"
#include "app/views/masks/readings.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::generate_forcing_test {
using namespace vitrine::tests;

TEST_CASE("a word set by hand is in every sentence, is looked at, and what there was without it is kept") {
    State state = generating();
    const auto before = state.of<GenerateView>().decoded;
    force(state, "Je", "est");
    CHECK(best(state) == "Je est un étudiant <eos>");
    CHECK(words_to(state, shown_node(state)) == "Je est");
    CHECK(node_at(state, shown_node(state)).reason == Reason::forced);
    CHECK(state.of<GenerateView>().unforced == before);
    force(state, "Je est un", "enseignant");
    CHECK(state.of<GenerateView>().options.forced.size() == 4);
    CHECK(words_to(state, shown_node(state)) == "Je est un enseignant");
    CHECK(state.of<GenerateView>().unforced == before);
    choose(state, "Je");
    force(state, "Je est un", "enseignant");  // the same word again: nothing to decode
    CHECK(words_to(state, shown_node(state)) == "Je est un enseignant");
}

TEST_CASE("back to what the model chooses brings the answer that was there, or asks for that to other options") {
    State state = generating();
    const auto before = state.of<GenerateView>().decoded;
    force(state, "", "Il");
    REQUIRE(state.of<GenerateView>().decoded != before);
    apply(state, StopForcing{});
    CHECK(state.of<GenerateView>().decoded == before);
    CHECK_FALSE(lacks_decoding(state));
    CHECK_FALSE(state.of<GenerateView>().unforced);
    CHECK(words_to(state, shown_node(state)) == "Je suis un étudiant <eos>");
    force(state, "", "Il");
    apply(state, changed_options(state, [](DecodeOptions& options) { options.length_penalty = 1; }));
    CHECK(state.of<GenerateView>().options.forced.size() == 1);
    apply(state, StopForcing{});
    CHECK(lacks_decoding(state));
    answer(state);
    CHECK(best(state) == "Je suis un étudiant <eos>");
    CHECK(generation_of(state).options.length_penalty == 1);
}

TEST_CASE("what there is without the forced words is asked for anew with them, and never an earlier answer") {
    State state = generating();
    force(state, "", "Il");
    REQUIRE(unforced_of(state));
    const auto stays_beside = [&](const Command& command) {
        vitrine::apply(state, command);
        while (lacks_edits(state)) follow(state);
        vitrine::apply(state, carry_out_now(decoding_job(*decoding_question(state))));
        REQUIRE_FALSE(generation_of(state).options.forced.empty());
        CHECK(unforced_of(state) == nullptr);
        CHECK_FALSE(can_compare_forced(state));
        REQUIRE(lacks_decoding(state));
        CHECK(unanswered_question(state) == without_forced(*decoding_question(state)));
        answer(state);
        REQUIRE(unforced_of(state));
        CHECK(unforced_of(state)->question == without_forced(state.of<GenerateView>().decoded->question));
        CHECK(unforced_of(state)->generation.options.forced.empty());
        CHECK(can_compare_forced(state));
        CHECK(best(state).starts_with("Il"));
    };
    stays_beside(changed_options(state, [](DecodeOptions& options) { options.beams = 5; }));
    stays_beside(SilenceHead{cross, 0, true});
    apply(state, StopForcing{});
    CHECK(unanswered_question(state) == other_question(state));  // the sentence itself is there
    CHECK(generation_of(state).options.forced.empty());
}

TEST_CASE("where what there is without the forced words cannot be had it is asked for once, and nothing is said") {
    State state = generating();
    force(state, "", "Il");
    apply(state, changed_options(state, [](DecodeOptions& options) { options.beams = 5; }));
    vitrine::apply(state, carry_out_now(decoding_job(*decoding_question(state))));
    apply(state, DecodingRefused{*unanswered_question(state), "too large"});
    CHECK_FALSE(lacks_decoding(state));
    CHECK(state.of<GenerateView>().problem.empty());
    CHECK_FALSE(can_compare_forced(state));
    apply(state, StopForcing{});
    CHECK(lacks_decoding(state));  // now an unforced decoding is needed
}

TEST_CASE("back to what the model chooses takes a forced sentence out of the batch, and leaves another one there") {
    State state = generating();
    choose(state, "Je suis");
    force(state, "Je", "est");
    CHECK(labels(state) == "Je suis");
    act(state, StopForcing{});
    CHECK(labels(state) == "Je suis");
    force(state, "Je", "est");
    choose(state, "Je est");
    CHECK(labels(state) == "Je est");
    act(state, StopForcing{});
    CHECK(labels(state) == best(state));
    CHECK(target(state) == "<bos> Je suis un étudiant");
    CHECK_FALSE(state.history.can_undo());  // as it was opened: nothing of the step is left
    // The same if the answer without the forced word arrives later.
    force(state, "Je", "est");
    choose(state, "Je est");
    apply(state, changed_options(state, [](DecodeOptions& options) { options.beams = 4; }));
    apply(state, StopForcing{});
    REQUIRE(lacks_decoding(state));
    CHECK(labels(state) == "Je est");
    answer(state);
    CHECK(labels(state) == best(state));
}

TEST_CASE("what was set by hand is compared with what the model chose: whole sentences, A without and B with it") {
    State state = generating("translation", 1);
    choose(state, "Il est");
    force(state, "", "Je");
    const std::string forced = best(state);
    REQUIRE(forced != "Il est un enseignant <eos>");
    apply(state, CompareForced{});
    answer(state);
    CHECK(state.view == View::compare);
    REQUIRE(state.of<ComparisonView>().pinned);
    CHECK(row(state, state.of<ComparisonView>().pinned->batch->labels) == "Il est un enseignant <eos>");
    CHECK(labels(state) == forced);
    CHECK(target(state) == "<bos> " + forced.substr(0, forced.rfind(' ')));
    CHECK(state.of<ComparisonView>().working->batch == state.run->batch);
    CHECK(comparison_of(state));
    act(state, Undo{});
    CHECK(target(state) == "<bos> Il est un enseignant");
    CHECK_FALSE(state.history.can_undo());
}

TEST_CASE("a comparison waits for its run A, and is given up where something else is wanted meanwhile") {
    State state = generating();
    act(state, SilenceHead{cross, 1, true});
    choose(state, "Je");
    force(state, "", "Il");
    apply(state, CompareForced{});
    REQUIRE(lacks_edits(state));
    CHECK_FALSE(state.of<ComparisonView>().pinned);
    apply(state, SilenceHead{cross, 0, true});
    answer(state);
    CHECK_FALSE(state.of<ComparisonView>().pinned);
    CHECK(state.view == View::generate);
    apply(state, CompareForced{});
    answer(state);
    REQUIRE(state.of<ComparisonView>().pinned);
    CHECK(state.of<ComparisonView>().pinned->edits.interventions == state.run->edits.interventions);
}

TEST_CASE("there is nothing to compare where no word was set by hand, or while the answer is under way") {
    State state = generating();
    act(state, CompareForced{});
    apply(state, ForceWord{0, target_word(state, "Il")});
    CHECK_FALSE(can_compare_forced(state));
    apply(state, CompareForced{});
    CHECK_FALSE(state.of<ComparisonView>().pinned);
    CHECK_FALSE(state.history.can_undo());
    answer(state);
    CHECK(can_compare_forced(state));
}

}  // namespace vitrine::generate_forcing_test
