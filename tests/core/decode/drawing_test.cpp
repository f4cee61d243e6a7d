/// Many drawings: how often each word is drawn, compared with its share.

#include <doctest/doctest.h>

#include "core/decode/candidates.h"
#include "tests/core/decode/plain_filter.h"
#include "tests/core/decode/small_models.h"

namespace vitrine::drawing_test {
using namespace vitrine::tests;

namespace {

const SamplingOptions heated{.temperature = 1.7}, likeliest_four{.top_k = 4}, nucleus{.top_p = 0.8},
    all_three{.temperature = 1.3, .top_k = 6, .top_p = 0.9};

const std::vector<Scalar> some_logits{0.5, -1, 2, 1.25, 0, 1.5, -0.5, 0.25, 1, -2};

/// How often each word is drawn in so many drawings.
std::vector<double> drawn_words(const SamplingOptions& sampling, int drawings, std::uint64_t seed) {
    const std::vector<Candidate> candidates = candidates_of(some_logits, sampling);
    std::vector<double> counts(some_logits.size());
    Random random(seed);
    for (int i = 0; i < drawings; ++i) ++counts[static_cast<std::size_t>(candidates[draw(candidates, random.uniform())].token)];
    return counts;
}

/// Words with a share of 0 are never drawn, and the others as often as they should be.
void check_fit(const std::vector<double>& counts, const std::vector<double>& shares) {
    for (std::size_t word = 0; word < counts.size(); ++word) {
        if (shares[word] == 0) CHECK(counts[word] == 0);
    }
    CHECK(chi_square(counts, shares) < unlikely(shares));
}

/// How often each word is the first one, in so many sentences drawn for one source.
std::vector<double> first_words(const SmallModel& made, const SamplingOptions& sampling, Size sentences) {
    std::vector<double> counts(static_cast<std::size_t>(made.configuration.tgt_vocab_size));
    for (Size drawn = 0; drawn < sentences; drawn += most_sentences) {
        const Generation generation = made.decode({.strategy = Strategy::sample,
                                                   .max_new_tokens = 1,
                                                   .sampling = sampling,
                                                   .seed = 5 + static_cast<std::uint64_t>(drawn),
                                                   .n_best = most_sentences});
        REQUIRE(static_cast<Size>(generation.hypotheses.size()) == most_sentences);
        for (const Hypothesis& hypothesis : generation.hypotheses) {
            REQUIRE(hypothesis.tokens.size() == 2);
            ++counts[static_cast<std::size_t>(hypothesis.tokens[1])];
        }
    }
    return counts;
}

}  // namespace

TEST_CASE("100 000 drawings have the frequencies of the filtered distribution") {
    const std::vector<double> logits = as_doubles(some_logits);
    for (const SamplingOptions& sampling : {SamplingOptions{}, heated, likeliest_four, nucleus, all_three}) {
        CAPTURE(sampling.temperature);
        CAPTURE(sampling.top_k);
        CAPTURE(sampling.top_p);
        check_fit(drawn_words(sampling, 100'000, 1), plain_filter(logits, sampling));
    }
}

TEST_CASE("100 000 drawings tell the filtered distribution from the model's own") {
    const std::vector<double> logits = as_doubles(some_logits), own = plain_filter(logits, {});
    for (const SamplingOptions& sampling : {heated, likeliest_four, nucleus, all_three})
        CHECK(chi_square(drawn_words(sampling, 100'000, 2), own) > 100 * unlikely(own));
    // Even a temperature of 1.06 instead of 1 is noticed.
    CHECK(chi_square(drawn_words({.temperature = 1.06}, 100'000, 1), own) > unlikely(own));
}

TEST_CASE("the first words of 20 000 sampled sentences have the frequencies that the record of their first step promises") {
    const SmallModel made = small_model(small_configuration(10), 3);
    const std::vector<double> logits = logits_at(teacher_forced(made, {made.configuration.bos}), 0);
    for (const SamplingOptions& sampling : {SamplingOptions{}, heated, likeliest_four, nucleus, all_three}) {
        CAPTURE(sampling.temperature);
        CAPTURE(sampling.top_k);
        CAPTURE(sampling.top_p);
        const std::vector<double> counts = first_words(made, sampling, 20'000);
        check_fit(counts, plain_filter(logits, sampling));
        if (sampling != SamplingOptions{}) CHECK(chi_square(counts, plain_filter(logits, {})) > unlikely(plain_filter(logits, {})));
    }
}

TEST_CASE("a sampled word is the one that the number drawn for it falls on, and its probability the model's own") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        const SmallModel made = any_small_model(seed);
        const DecodeOptions options{
            .strategy = Strategy::sample, .max_new_tokens = 6, .sampling = all_three, .seed = seed, .n_best = 4};
        const Generation generation = made.decode(options);
        REQUIRE(generation.hypotheses.size() == 4);
        for (const Hypothesis& hypothesis : generation.hypotheses) {
            for (const int place : path_to(generation, hypothesis.node)) {
                const WordNode& node = generation.nodes[static_cast<std::size_t>(place)];
                if (node.parent < 0) continue;
                CHECK(node.reason == Reason::drawn);
                REQUIRE(node.drawn.has_value());
                const StepRow* row = row_after(generation, node.parent);
                REQUIRE(row != nullptr);
                const std::vector<Candidate> candidates = candidates_of(row->logits, all_three);
                const Candidate& drawn = candidates[draw(candidates, *node.drawn)];
                CHECK(drawn.token == node.token);
                CHECK(drawn.cut == Cut::none);
                CHECK(close(node.probability, drawn.probability));
            }
        }
    }
}

TEST_CASE("a seed decides what is drawn: the same one gives the same sentences, others give others") {
    const SmallModel made = small_model(small_configuration(12), 4);
    const auto sentences = [&](std::uint64_t seed) {
        std::vector<Sentence> result;
        const DecodeOptions options{.strategy = Strategy::sample, .max_new_tokens = 8, .seed = seed, .n_best = 6};
        for (const Hypothesis& hypothesis : made.decode(options).hypotheses) result.push_back(hypothesis.tokens);
        return result;
    };
    CHECK(sentences(1) == sentences(1));
    CHECK(sentences(1) != sentences(2));
    const std::vector<Sentence> drawn = sentences(1);
    CHECK(std::count(drawn.begin(), drawn.end(), drawn[0]) < 6);
}

TEST_CASE("sampled sentences are sorted by their score") {
    const SmallModel made = small_model(small_configuration(), 6);
    const Generation generation =
        made.decode({.strategy = Strategy::sample, .max_new_tokens = 5, .length_penalty = 1, .n_best = 50});
    REQUIRE(generation.hypotheses.size() == 50);
    for (std::size_t i = 1; i < 50; ++i) CHECK(generation.hypotheses[i - 1].score >= generation.hypotheses[i].score);
    CHECK(generation.hypotheses.front().score > generation.hypotheses.back().score);
}

}  // namespace vitrine::drawing_test
