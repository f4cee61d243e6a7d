#include <doctest/doctest.h>

#include "app/state/generate_commands.h"
#include "tests/app/state/decoded.h"

using namespace vitrine;
using namespace vitrine::tests;

TEST_CASE("a word set by hand is in every sentence, is looked at, and what there was without it is kept") {
    State state = generating();
    const auto before = state.generate.decoded;
    force(state, "Je", "est");
    CHECK(best(state) == "Je est un étudiant <eos>");
    CHECK(words_to(state, shown_node(state)) == "Je est");
    CHECK(node_at(state, shown_node(state)).reason == Reason::forced);
    CHECK(state.generate.unforced == before);
    force(state, "Je est un", "enseignant");
    CHECK(state.generate.options.forced.size() == 4);
    CHECK(words_to(state, shown_node(state)) == "Je est un enseignant");
    CHECK(state.generate.unforced == before);
    choose(state, "Je");
    force(state, "Je est un", "enseignant");  // the same once more: there is nothing to decode
    CHECK(words_to(state, shown_node(state)) == "Je est un enseignant");
}

TEST_CASE("back to what the model chooses brings the answer that was there, or asks for that to other options") {
    State state = generating();
    const auto before = state.generate.decoded;
    force(state, "", "Il");
    REQUIRE(state.generate.decoded != before);
    apply(state, StopForcing{});
    CHECK(state.generate.decoded == before);
    CHECK_FALSE(lacks_decoding(state));
    CHECK_FALSE(state.generate.unforced);
    CHECK(words_to(state, shown_node(state)) == "Je suis un étudiant <eos>");
    force(state, "", "Il");
    act(state, changed_options(state, [](DecodeOptions& options) { options.beams = 4; }));
    CHECK(state.generate.options.forced.size() == 1);
    apply(state, StopForcing{});
    CHECK(lacks_decoding(state));
    answer(state);
    CHECK(best(state) == "Je suis un étudiant <eos>");
    CHECK(generation_of(state).options.beams == 4);
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
    REQUIRE(state.comparison.pinned);
    CHECK(row(state, state.comparison.pinned->batch->labels) == "Il est un enseignant <eos>");
    CHECK(labels(state) == forced);
    CHECK(target(state) == "<bos> " + forced.substr(0, forced.rfind(' ')));
    CHECK(state.comparison.working->batch == state.run->batch);
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
    CHECK_FALSE(state.comparison.pinned);
    apply(state, SilenceHead{cross, 0, true});
    answer(state);
    CHECK_FALSE(state.comparison.pinned);
    CHECK(state.view == View::generate);
    apply(state, CompareForced{});
    answer(state);
    REQUIRE(state.comparison.pinned);
    CHECK(state.comparison.pinned->edits.interventions == state.run->edits.interventions);
}

TEST_CASE("there is nothing to compare where no word was set by hand, or while the answer is under way") {
    State state = generating();
    act(state, CompareForced{});
    apply(state, ForceWord{0, target_word(state, "Il")});
    CHECK_FALSE(can_compare_forced(state));
    apply(state, CompareForced{});
    CHECK_FALSE(state.comparison.pinned);
    CHECK_FALSE(state.history.can_undo());
    answer(state);
    CHECK(can_compare_forced(state));
}
