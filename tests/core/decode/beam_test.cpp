/// Beam search compared with all possible sentences, and with a search written directly from its rules.

#include <doctest/doctest.h>

#include "tests/core/decode/plain_beam.h"
#include "tests/counted.h"

namespace vitrine::beam_test {
using namespace vitrine::tests;

namespace {

constexpr double alphas[] = {0, 0.6, 1, 2};

DecodeOptions beam_of(Size width, Size most, double alpha, bool early_stopping) {
    return {.strategy = Strategy::beam,
            .max_new_tokens = most,
            .beams = width,
            .length_penalty = alpha,
            .early_stopping = early_stopping,
            .n_best = width};
}

Size power(Size base, Size exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

/// All sentences of a list were found. Their order is the same, except where it is a matter of rounding.
void check_all_found(const std::vector<Hypothesis>& found, const std::vector<PlainSentence>& all) {
    REQUIRE(found.size() == all.size());
    int same_place = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(close(found[i].score, all[i].score));
        if (i > 0) CHECK(found[i - 1].score >= found[i].score);
        const auto expected =
            std::find_if(all.begin(), all.end(), [&](const PlainSentence& sentence) { return sentence.tokens == found[i].tokens; });
        REQUIRE(expected != all.end());
        CHECK(close(found[i].log_probability, expected->log_probability));
        CHECK(close(found[i].score, expected->score));
        CHECK(found[i].finished == expected->finished);
        same_place += static_cast<std::size_t>(expected - all.begin()) == i;
    }
    CHECK(same_place > 0.9 * static_cast<double>(all.size()));
}

void check_same(const Generation& generation, const std::vector<PlainSentence>& expected) {
    REQUIRE(generation.hypotheses.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CAPTURE(i);
        const Hypothesis& hypothesis = generation.hypotheses[i];
        CHECK(hypothesis.tokens == expected[i].tokens);
        CHECK(close(hypothesis.log_probability, expected[i].log_probability));
        CHECK(close(hypothesis.score, expected[i].score));
        CHECK(hypothesis.finished == expected[i].finished);
    }
}

}  // namespace

TEST_CASE("a beam as wide as there are sentences finds them all, the best of them first") {
    const Counted checks(3);
    for (const Size words : {4, 5}) {
        for (const Size most : {3, 4}) {
            if (words == 5 && most == 4) continue;
            for (const double alpha : alphas) {
                CAPTURE(words);
                CAPTURE(most);
                CAPTURE(alpha);
                const SmallModel made = small_model(small_configuration(words), static_cast<std::uint64_t>(words + most));
                const Generation generation = made.decode(beam_of(power(words, most), most, alpha, false));
                CHECK(generation.complete);
                check_all_found(generation.hypotheses, all_sentences(made, most, alpha));
            }
        }
    }
}

TEST_CASE("it does with five words and four steps, and for models with any of the design choices") {
    const SmallModel made = small_model(small_configuration(5), 1);
    check_all_found(made.decode(beam_of(power(5, 4), 4, 0.6, false)).hypotheses, all_sentences(made, 4, 0.6));
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Configuration c = random_configuration(random);
        c.src_vocab_size = c.tgt_vocab_size = 4;
        const SmallModel any = small_model(c, random);
        check_all_found(any.decode(beam_of(power(4, 3), 3, 1, false)).hypotheses, all_sentences(any, 3, 1));
    }
}

TEST_CASE("a narrow beam never finds more than there is, sometimes less, and a wider one has more luck") {
    int missed[4] = {};
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const SmallModel made = small_model(small_configuration(5), seed);
        const std::vector<PlainSentence> all = all_sentences(made, 3, 0.6);
        for (const Size width : {1, 2, 3}) {
            const double found = made.decode(beam_of(width, 3, 0.6, false)).hypotheses[0].score;
            CHECK((found <= all[0].score || close(found, all[0].score)));
            missed[width] += !close(found, all[0].score);
        }
    }
    CHECK(missed[1] > 0);
    CHECK(missed[3] < missed[1]);
}

TEST_CASE("a beam keeps, finishes and ranks sentences as its rules say, stopping early or not") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        const SmallModel made = any_small_model(seed);
        for (const Size width : {2, 3, 5}) {
            for (const double alpha : {0.0, 0.6, 2.0}) {
                for (const bool early_stopping : {true, false}) {
                    CAPTURE(width);
                    CAPTURE(alpha);
                    CAPTURE(early_stopping);
                    const DecodeOptions options = beam_of(width, 6, alpha, early_stopping);
                    check_same(made.decode(options), plain_beam(made, options));
                }
            }
        }
    }
}

TEST_CASE("a beam that does not stop early finds nothing worse, and something better where a longer sentence wins") {
    int better = 0, longer = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const SmallModel made = any_small_model(seed);
        const Generation early = made.decode(beam_of(2, 9, 2, true)), late = made.decode(beam_of(2, 9, 2, false));
        CHECK((late.hypotheses[0].score >= early.hypotheses[0].score));
        CHECK(late.steps.size() >= early.steps.size());
        longer += late.steps.size() > early.steps.size();
        if (late.hypotheses[0].tokens == early.hypotheses[0].tokens) continue;
        ++better;
        CHECK(late.hypotheses[0].tokens.size() > early.hypotheses[0].tokens.size());
    }
    CHECK(better > 0);
    CHECK(longer > 0);
}

TEST_CASE("after words that are chosen by hand, a beam searches as it does after any others") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        const SmallModel made = any_small_model(seed);
        DecodeOptions options = beam_of(3, 6, 0.6, true);
        options.forced = {3, 1};
        check_same(made.decode(options), plain_beam(made, options));
    }
}

TEST_CASE("among equals the earlier sentence goes on, and of its words the lower ids") {
    // Every step considers words 0 to 3 after the first sentence. eos, 2, is the third of them, so it does not end a sentence.
    const SmallModel made = undecided_model(small_configuration(6));
    const Generation generation = made.decode(beam_of(2, 3, 1, true));
    REQUIRE(generation.hypotheses.size() == 2);
    CHECK(generation.hypotheses[0].tokens == Sentence{1, 0, 0, 0});
    CHECK(generation.hypotheses[1].tokens == Sentence{1, 0, 0, 1});
    for (const Hypothesis& hypothesis : generation.hypotheses) {
        CHECK_FALSE(hypothesis.finished);
        CHECK(hypothesis.log_probability == approximately(-3 * std::log(6.0)));
        CHECK(hypothesis.score == approximately(-3 * std::log(6.0) / (8.0 / 6)));
    }
}

TEST_CASE("the length that a score is divided by counts eos but not bos") {
    CHECK(length_penalty(1, 0.6) == 1);
    CHECK(length_penalty(7, 0) == 1);
    CHECK(length_penalty(7, 1) == doctest::Approx(2));
    CHECK(length_penalty(7, 2) == doctest::Approx(4));
    CHECK(length_penalty(4, 0.6) == doctest::Approx(1.2754245006257913));
    // eos, 0, comes first among words of equal probability, so the first word ends a sentence.
    Configuration c = small_configuration(6);
    c.eos = 0, c.pad_tgt = 2;
    const Hypothesis hypothesis = undecided_model(c).decode({.length_penalty = 3}).hypotheses[0];
    CHECK(hypothesis.tokens == Sentence{1, 0});
    CHECK(hypothesis.finished);
    CHECK(hypothesis.score == approximately(-std::log(6.0)));
}

}  // namespace vitrine::beam_test
