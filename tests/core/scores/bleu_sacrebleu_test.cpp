/// Numbers that sacreBLEU 2 publishes: in its README, and in its own tests test/test_bleu.py and test/test_sentence_bleu.py.

#include "core/scores/bleu.h"

#include <cmath>

#include <doctest/doctest.h>

namespace vitrine::bleu_sacrebleu_test {

namespace {

/// The README's example, "Using SacreBLEU from Python".
const std::vector<Translation> dog_bites_man{
    {"The dog bit the man.", {"The dog bit the man.", "The dog had bit the man."}},
    {"It wasn't surprising.", {"It was not unexpected.", "No one was surprised."}},
    {"The man had just bitten him.", {"The man bit him first.", "The man had bitten the dog."}},
};

/// Published numbers have few digits.
bool is_near(double number, double published, double distance) { return std::abs(number - published) < distance; }

/// test_sentence_bleu.py: "Example taken from #98".
const Translation sugar{"Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;",
                        {"producţia de zahăr brut se exprimă în zahăr alb;"}};

double sugar_bleu(Smoothing smoothing, std::optional<double> value = std::nullopt) {
    return sentence_bleu(sugar, {.smoothing = smoothing, .smoothing_value = value}).score;
}

BleuOptions floored(double value) { return {.smoothing = Smoothing::floor, .smoothing_value = value, .effective_order = true}; }

double floored_corpus(const Translation& translation, double value) {
    return corpus_bleu(std::span(&translation, 1), floored(value)).score;
}

}  // namespace

// BLEU = 48.53 82.4/50.0/45.5/37.5 (BP = 0.943 ratio = 0.944 hyp_len = 17 ref_len = 18)
TEST_CASE("BLEU of sacreBLEU's README, with each of its steps") {
    const Bleu bleu = corpus_bleu(dog_bites_man);
    CHECK(is_near(bleu.score, 48.530827, 1e-6));
    CHECK(is_near(bleu.precisions[0], 82.4, 0.05));
    CHECK(is_near(bleu.precisions[1], 50.0, 0.05));
    CHECK(is_near(bleu.precisions[2], 45.5, 0.05));
    CHECK(is_near(bleu.precisions[3], 37.5, 0.05));
    CHECK(is_near(bleu.brevity_penalty, 0.943, 5e-4));
    CHECK(bleu.counts.length == 17);
    CHECK(bleu.counts.reference_length == 18);
}

// BLEU = 29.44 82.4/42.9/27.3/12.5 (BP = 0.889 ratio = 0.895 hyp_len = 17 ref_len = 19)
TEST_CASE("BLEU of sacreBLEU's README where one text has a reference less") {
    std::vector<Translation> translations = dog_bites_man;
    translations[0].references = {"The dog had bit the man."};
    const Bleu bleu = corpus_bleu(translations);
    CHECK(is_near(bleu.score, 29.44, 0.005));
    CHECK(is_near(bleu.precisions[1], 42.9, 0.05));
    CHECK(is_near(bleu.precisions[2], 27.3, 0.05));
    CHECK(is_near(bleu.precisions[3], 12.5, 0.05));
    CHECK(is_near(bleu.brevity_penalty, 0.889, 5e-4));
    CHECK(bleu.counts.reference_length == 19);
}

TEST_CASE("BLEU of sacreBLEU's test_bleu.py: without tokenisation, without smoothing, of other orders") {
    CHECK(is_near(corpus_bleu(dog_bites_man, {.tokens = BleuTokens::as_given}).score, 49.1919566, 1e-6));
    CHECK(is_near(corpus_bleu(dog_bites_man, {.smoothing = Smoothing::none}).score, 48.530827, 1e-6));
    const double by_order[] = {77.65, 60.50, 53.93, 48.53, 46.14, 43.28};
    for (std::size_t order = 1; order <= 6; ++order) {
        CHECK(is_near(corpus_bleu(dog_bites_man, {.order = order}).score, by_order[order - 1], 0.005));
    }
    std::vector<Translation> empty = dog_bites_man;
    for (Translation& translation : empty) translation.text = "";
    CHECK(corpus_bleu(empty).score == 0);
}

TEST_CASE("BLEU of sacreBLEU's test_bleu.py: floor, effective order, counts") {
    CHECK(is_near(floored_corpus({"this is a test", {"this is a test"}}, 0.01), 100, 1e-6));
    CHECK(is_near(floored_corpus({"this is a fest", {"this is a test"}}, 0.01), 22.3606797749979, 1e-6));
    CHECK(is_near(floored_corpus({"test", {"a test"}}, 0.01), 36.78794411714425, 1e-6));
    CHECK(is_near(floored_corpus({"a test", {"a test"}}, 0.01), 100, 1e-6));
    CHECK(is_near(floored_corpus({"a little test", {"a test"}}, 0.01), 3.218297948685433, 1e-6));
    const std::vector<Translation> nothing_right{{"this is a test", {"ref1"}}, {"another test", {"ref2"}}};
    CHECK(corpus_bleu(nothing_right, floored(0.01)).score == 0);

    const Translation characters{"am I am a character sequence", {"I am a symbol string sequence a a"}};
    CHECK(bleu_counts(characters).matches == std::vector<std::int64_t>{4, 2, 1, 0});
    CHECK(bleu_counts(characters).totals == std::vector<std::int64_t>{6, 5, 4, 3});
    CHECK(is_near(floored_corpus(characters, 0.1), 15.55722182, 1e-6));
    CHECK(floored_corpus(characters, 0) == 0);
}

TEST_CASE("BLEU of sacreBLEU's test_bleu.py: from counts alone") {
    const BleuOptions unsmoothed{.smoothing = Smoothing::none};
    CHECK(is_near(bleu_of({{9, 7, 5, 3}, {10, 8, 6, 4}, 11, 11}, unsmoothed).score, 83.75922397, 1e-6));
    const auto floor_of = [](BleuCounts counts, double value) {
        return bleu_of(std::move(counts), {.smoothing = Smoothing::floor, .smoothing_value = value}).score;
    };
    CHECK(floor_of({{0, 0, 0, 0}, {4, 4, 2, 1}, 0, 1}, 0) == 0);
    CHECK(floor_of({{0, 0, 0, 0}, {10, 11, 12, 0}, 14, 10}, 0) == 0);
    CHECK(floor_of({{6, 5, 4, 0}, {6, 5, 4, 3}, 6, 6}, 0) == 0);
    CHECK(floor_of({{0, 0, 0, 0}, {0, 0, 0, 0}, 0, 0}, 0.1) == 0);
    CHECK(floor_of({{0, 0, 0, 0}, {0, 0, 0, 0}, 1, 5}, 0.01) == 0);
}

TEST_CASE("BLEU of sacreBLEU's test_sentence_bleu.py: every smoothing of one sentence") {
    CHECK(is_near(sugar_bleu(Smoothing::exponential), 8.493, 1e-3));
    CHECK(sugar_bleu(Smoothing::none) == 0);
    CHECK(is_near(sugar_bleu(Smoothing::floor), 4.51688, 1e-3));
    CHECK(is_near(sugar_bleu(Smoothing::floor, 0.5), 10.10, 1e-3));
    CHECK(is_near(sugar_bleu(Smoothing::add_k), 14.882, 1e-3));
    CHECK(is_near(sugar_bleu(Smoothing::add_k, 2), 21.389, 1e-3));
    CHECK(is_near(sentence_bleu(sugar, {.tokens = BleuTokens::as_given}).score, 7.347, 1e-3));
}

}  // namespace vitrine::bleu_sacrebleu_test
