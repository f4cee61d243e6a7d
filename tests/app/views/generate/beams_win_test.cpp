/// What beams win: of which sentences a target is known, and that what is said of greedy decoding and of beams is what they write.

#include "app/views/generate/beams_win.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/edit/commands.h"
#include "app/edit/sentence_typing.h"
#include "core/io/model_text.h"
#include "tests/app/views/generate/decoded.h"

namespace vitrine::beams_win_test {
using namespace vitrine::tests;

namespace {

State opened_with(ModelRequest request) {
    State state = new_state();
    apply(state, ShowRun{make_run(request)});
    act(state, SetView{View::generate});
    return state;
}

void decode(State& state, Strategy strategy) {
    act(state, changed_options(state, [&](DecodeOptions& options) { options.strategy = strategy; }));
}

const std::vector<CardTranslation>& held_out_pairs(const State& state) { return figures_with_beams(state)->translations; }

}  // namespace

TEST_CASE("both ways of decoding a sentence of the batch are measured against its target") {
    State state = generating();
    const auto win = beams_win(state);
    REQUIRE(win);
    CHECK(win->target.source == "I am a student");
    CHECK(win->target.text == "Je suis un étudiant");
    CHECK(win->beams == 3);
    CHECK(win->same_text());
    CHECK(win->greedy.chrf == doctest::Approx(100));
    CHECK(win->with_beams.bleu == doctest::Approx(100));
    CHECK(win->with_beams.log_probability == generation_of(state).hypotheses.front().log_probability);

    // The answer of before is the other one of now: nothing is decoded twice.
    const auto beams = state.of<GenerateView>().decoded;
    decode(state, Strategy::greedy);
    CHECK(other_way_of(state) == beams.get());
    CHECK(beams_win(state)->greedy.score == generation_of(state).hypotheses.front().score);

    // What is cut off, and what is not, each against the same target.
    act(state, changed_options(state, [](DecodeOptions& options) { options.max_new_tokens = 2; }));
    CHECK(beams_win(state)->greedy.text == "Je suis");
    CHECK_FALSE(beams_win(state)->greedy.finished);
    CHECK(beams_win(state)->greedy.chrf < 100);
}

TEST_CASE("a target is known of pairs alone, and nothing is compared with drawn or forced words") {
    State state = generating();
    const std::int32_t other = state.run->model->source_vocabulary.id("nurse").value();
    act(state, EditBatch{ReplaceToken{{BatchSide::source, 0, 3}, other}});
    CHECK_FALSE(other_question(state));
    CHECK_FALSE(beams_win(state));
    CHECK_FALSE(has_beams_page(state));
    act(state, Undo{});
    CHECK(beams_win(state));
    choose(state, "Je suis");  // now the batch's target is what the model wrote
    CHECK(beams_win(state)->target.text == "Je suis un étudiant");

    decode(state, Strategy::sample);
    CHECK_FALSE(beams_win(state));
    decode(state, Strategy::beam);
    CHECK(beams_win(state));
    force(state, "Je", "un");
    CHECK_FALSE(beams_win(state));

    // Of typed texts, the targets are what the model wrote, unless they were typed, too.
    CHECK_FALSE(beams_win(opened_with({.sample = "translation", .texts = {"I am a student"}})));
    const State typed =
        opened_with({.sample = "translation", .texts = {"I am a student"}, .target_texts = {"Je suis une infirmière"}});
    REQUIRE(beams_win(typed));
    CHECK(beams_win(typed)->target.text == "Je suis une infirmière");
    CHECK(beams_win(typed)->greedy.text == "Je suis un étudiant");
    // chrF2 after Popović's definition: character n-grams up to 6, without spaces, β = 2.
    CHECK(beams_win(typed)->greedy.chrf == doctest::Approx(35.63532414620926).epsilon(1e-9));
    // BLEU after Papineni et al.: 2 of 4 words, 1 of 3 pairs, and no match of 2 and 1 longer ones, which count 1/2 and 1/4 of one.
    CHECK(beams_win(typed)->greedy.bleu ==
          doctest::Approx(100 * std::pow(2.0 / 4 * 1 / 3 * 0.5 / 2 * 0.25 / 1, 0.25)).epsilon(1e-9));
    CHECK_FALSE(beams_win(opened("induction")));
}

TEST_CASE("where the other way cannot be decoded it is asked for once, and nothing is said") {
    State state = generating();
    apply(state, changed_options(state, [](DecodeOptions& options) { options.length_penalty = 1; }));
    vitrine::apply(state, carry_out_now(decoding_job(*unanswered_question(state))));
    REQUIRE(unanswered_question(state) == other_question(state));
    apply(state, DecodingRefused{*other_question(state), "too large"});
    CHECK_FALSE(lacks_decoding(state));
    CHECK(state.of<GenerateView>().problem.empty());
    CHECK_FALSE(beams_win(state));
    CHECK(decoded_of(state)->question == decoding_question(state));
}

TEST_CASE("the card of english-spanish says what the model writes, and a held-out pair is searched for as it was measured") {
    State state = generating("english-spanish");
    const std::vector<CardTranslation> pairs = held_out_pairs(state);
    REQUIRE(pairs.size() == 12);
    const CardBeams beams = *figures_with_beams(state)->beams;
    for (const std::size_t place : {most_won_first(pairs).front(), most_won_first(pairs).back()}) {
        CAPTURE(place);
        const CardTranslation& pair = pairs[place];
        do_command(state, ShowBeamsPage{true});
        act(state, SearchHeldOut{place});
        CHECK_FALSE(state.of<GenerateView>().beams_page);
        CHECK(text_of_sentence(state) == pair.source);
        CHECK(generation_of(state).options.beams == beams.beams);
        const auto win = beams_win(state);
        REQUIRE(win);
        CHECK(win->target.text == pair.target);
        const auto check_same = [](const MeasuredText& now, const CardOutput& then) {
            CHECK(now.finished);
            CHECK(now.text == then.text);
            CHECK(now.chrf == doctest::Approx(then.chrf).epsilon(1e-9));
            CHECK(now.bleu == doctest::Approx(then.bleu).epsilon(1e-9));
            CHECK(now.log_probability == doctest::Approx(then.log_probability).epsilon(1e-4));
            CHECK(now.score == doctest::Approx(then.score).epsilon(1e-4));
        };
        check_same(win->greedy, pair.greedy);
        check_same(win->with_beams, pair.beams);
        // The target stands in the batch, and undo leads back.
        const Batch& batch = *state.run->batch;
        const Sentence labels(batch.labels.data(), batch.labels.data() + batch.target_length());
        CHECK(written(labels, target_text(*state.run->model, {})).starts_with(pair.target));
        act(state, Undo{});
        CHECK(text_of_sentence(state) != pair.source);
    }
}

TEST_CASE("who wins is said as it is") {
    CHECK(won_words(true, 0, 3) == "Greedy and the 3 beams write the same.");
    CHECK(won_words(false, 5.14, 4) == "Against the target, the 4 beams win 5.1 chrF2.");
    CHECK(won_words(false, -5.14, 4) == "Against the target, the 4 beams lose 5.1 chrF2.");
    CHECK(won_words(false, 0.04, 4) == "Greedy and the 4 beams write different sentences, equally near to the target.");
    CHECK(won_words(false, 2, 1) == "Against the target, the one beam wins 2.0 chrF2.");
    CHECK(won_text(5.14) == "+5.1");
    CHECK(won_text(-0.26) == "-0.3");
    CHECK(won_text(-0.04) == "0.0");

    std::vector<CardTranslation> translations(3);
    translations[0].greedy.chrf = 50, translations[0].beams.chrf = 40;
    translations[1].greedy.chrf = 10, translations[1].beams.chrf = 30;
    CHECK(most_won_first(translations) == std::vector<std::size_t>{1, 2, 0});
}

}  // namespace vitrine::beams_win_test
