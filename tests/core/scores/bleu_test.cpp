#include "core/scores/bleu.h"

#include <cmath>

#include <doctest/doctest.h>

namespace vitrine::bleu_test {

namespace {

using Counts = std::vector<std::int64_t>;

double fourth_root(double x) { return std::pow(x, 0.25); }

doctest::Approx nearly(double value) { return doctest::Approx(value).epsilon(1e-12); }

BleuOptions smoothed(Smoothing smoothing, std::optional<double> value = std::nullopt) {
    return {.smoothing = smoothing, .smoothing_value = value};
}

void check_precisions(const Bleu& bleu, const std::vector<double>& shares) {
    REQUIRE(bleu.precisions.size() == shares.size());
    for (std::size_t n = 0; n < shares.size(); ++n) CHECK(bleu.precisions[n] == nearly(100 * shares[n]));
}

/// One word of six is another: "the" twice, "cat", "on" and "mat" are right of the words; "the cat", "on the" and "the mat" of the
/// pairs; "on the mat" of the threes; none of the fours.
const Translation one_wrong{"the cat sat on the mat", {"the cat is on the mat"}};

}  // namespace

TEST_CASE("BLEU step by step: counts, precisions, their geometric mean") {
    const Bleu bleu = sentence_bleu(one_wrong);
    CHECK(bleu.counts.matches == Counts{5, 3, 1, 0});
    CHECK(bleu.counts.totals == Counts{6, 5, 4, 3});
    CHECK(bleu.counts.length == 6);
    CHECK(bleu.counts.reference_length == 6);
    check_precisions(bleu, {5. / 6, 3. / 5, 1. / 4, 1. / 2 / 3});  // none of three is half a one
    CHECK(bleu.brevity_penalty == 1);
    CHECK(bleu.order == 4);
    CHECK(bleu.score == nearly(100 * fourth_root(1. / 48)));  // 5/6 · 3/5 · 1/4 · 1/6
}

TEST_CASE("BLEU: each smoothing, by hand") {
    CHECK(sentence_bleu(one_wrong, smoothed(Smoothing::none)).score == 0);

    const Bleu floor = sentence_bleu(one_wrong, smoothed(Smoothing::floor));
    check_precisions(floor, {5. / 6, 3. / 5, 1. / 4, 0.1 / 3});
    CHECK(floor.score == nearly(100 * fourth_root(1. / 240)));  // 1/8 · 1/30
    CHECK(sentence_bleu(one_wrong, smoothed(Smoothing::floor, 0.3)).score == nearly(100 * fourth_root(1. / 80)));

    const Bleu add_one = sentence_bleu(one_wrong, smoothed(Smoothing::add_k));
    check_precisions(add_one, {5. / 6, 4. / 6, 2. / 5, 1. / 4});
    CHECK(add_one.score == nearly(100 * fourth_root(1. / 18)));
    CHECK(add_one.counts.matches == Counts{5, 3, 1, 0});  // what was counted stays
    check_precisions(sentence_bleu(one_wrong, smoothed(Smoothing::add_k, 2)), {5. / 6, 5. / 7, 3. / 6, 2. / 5});
}

// Matches: 1 of 4 words, 0 of 3 pairs, 0 of 2 triples, 0 of 1 run of four. The reference has five words.
TEST_CASE("BLEU: every further length without a match counts half as much, and what is too short is punished") {
    const Bleu bleu = sentence_bleu({"the dog ran off", {"the cat is here now"}});
    check_precisions(bleu, {1. / 4, 1. / (2 * 3), 1. / (4 * 2), 1. / (8 * 1)});
    CHECK(bleu.brevity_penalty == nearly(std::exp(1 - 5. / 4)));
    CHECK(bleu.score == nearly(100 * std::exp(-1. / 4) * fourth_root(1. / 1536)));
}

TEST_CASE("BLEU: what is too long is not punished") {
    const Bleu bleu = sentence_bleu({"a b c d e", {"a b c d"}});
    CHECK(bleu.brevity_penalty == 1);
    CHECK(bleu.score == nearly(100 * fourth_root(4. / 5 * 3 / 4 * 2 / 3 * 1 / 2)));
}

TEST_CASE("BLEU: a text that is its reference has 100, and without effective order one of two words has none") {
    CHECK(sentence_bleu({"the cat is on the mat", {"the cat is on the mat"}}).score == nearly(100));
    const Translation two_words{"a b", {"a b"}};
    const Bleu sentence = sentence_bleu(two_words);
    CHECK(sentence.order == 2);
    CHECK(sentence.score == nearly(100));
    const Bleu corpus = corpus_bleu(std::span(&two_words, 1));
    CHECK(corpus.order == 4);
    CHECK(corpus.score == 0);
}

TEST_CASE("BLEU of a corpus comes from the counts of all, not from the scores of each") {
    const std::vector<Translation> both{one_wrong, {"a b c d", {"a b c d e"}}};
    const Bleu bleu = corpus_bleu(both);
    CHECK(bleu.counts.matches == Counts{5 + 4, 3 + 3, 1 + 2, 0 + 1});
    CHECK(bleu.counts.totals == Counts{6 + 4, 5 + 3, 4 + 2, 3 + 1});
    CHECK(bleu.counts.length == 10);
    CHECK(bleu.counts.reference_length == 11);
    CHECK(bleu.score == nearly(100 * std::exp(1 - 11. / 10) * fourth_root(9. / 10 * 6 / 8 * 3 / 6 * 1 / 4)));
}

TEST_CASE("BLEU: the reference nearest in length counts, of two equally near ones the shorter") {
    CHECK(bleu_counts({"a b c", {"a b c d e", "a b c d", "a"}}).reference_length == 4);
    CHECK(bleu_counts({"a b c", {"a b c d", "a b"}}).reference_length == 2);
    CHECK(bleu_counts({"a b c", {"a b", "a b c d"}}).reference_length == 2);
}

TEST_CASE("BLEU: nothing, and nothing right, is 0 in every smoothing") {
    for (const auto smoothing : {Smoothing::none, Smoothing::floor, Smoothing::add_k, Smoothing::exponential}) {
        CHECK(sentence_bleu({"", {"a reference"}}, smoothed(smoothing)).score == 0);
        CHECK(sentence_bleu({"", {"a reference"}}, smoothed(smoothing)).brevity_penalty == 0);
        CHECK(sentence_bleu({"a text", {""}}, smoothed(smoothing)).score == 0);
        CHECK(sentence_bleu({"", {""}}, smoothed(smoothing)).score == 0);
        CHECK(sentence_bleu({"this is a cat", {"okay thanks"}}, smoothed(smoothing)).score == 0);
        CHECK(corpus_bleu({}, smoothed(smoothing)).score == 0);
    }
}

TEST_CASE("BLEU: the words of a text can be taken as they stand") {
    const Translation translation{"It  wasn't, surprising.", {"surprising. wasn't,"}};
    CHECK(bleu_counts(translation).totals == Counts{5, 4, 3, 2});
    const BleuCounts counts = bleu_counts(translation, {.tokens = BleuTokens::as_given});
    CHECK(counts.totals == Counts{3, 2, 1, 0});
    CHECK(counts.matches == Counts{2, 0, 0, 0});
}

// Section 2.1 of Papineni et al. 2002, examples 1 and 2, with the precisions given there.
TEST_CASE("BLEU: the modified precisions of the paper") {
    const std::vector<std::string_view> references{
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party"};
    const BleuCounts first =
        bleu_counts({"It is a guide to action which ensures that the military always obeys the commands of the party", references});
    const BleuCounts second =
        bleu_counts({"It is to insure the troops forever hearing the activity guidebook that party direct", references});
    CHECK(std::pair(first.matches[0], first.totals[0]) == std::pair<std::int64_t, std::int64_t>(17, 18));
    CHECK(std::pair(first.matches[1], first.totals[1]) == std::pair<std::int64_t, std::int64_t>(10, 17));
    CHECK(std::pair(second.matches[0], second.totals[0]) == std::pair<std::int64_t, std::int64_t>(8, 14));
    CHECK(std::pair(second.matches[1], second.totals[1]) == std::pair<std::int64_t, std::int64_t>(1, 13));

    const BleuCounts the = bleu_counts({"the the the the the the the", {"the cat is on the mat", "there is a cat on the mat"}});
    CHECK(the.matches[0] == 2);  // clipped: no reference has it more than twice
    CHECK(the.totals[0] == 7);
}

}  // namespace vitrine::bleu_test
