/// Always the most probable word, which several strategies amount to.

#include <limits>

#include <doctest/doctest.h>

#include "tests/core/decode/small_models.h"
#include "tests/counted.h"

namespace vitrine::greedy_test {
using namespace vitrine::tests;

namespace {

constexpr Size most = 8;

/// Models with random design choices, and some whose choices random ones may not include.
std::vector<SmallModel> models() {
    std::vector<SmallModel> result;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) result.push_back(any_small_model(seed));
    Configuration c = small_configuration();
    c.norm_placement = NormPlacement::before;
    c.tie = Tie::all;
    c.positions = PositionKind::learned;
    result.push_back(small_model(c, 1));
    c.tie = Tie::none;
    c.d_embed = 5;
    result.push_back(small_model(c, 2));
    c.eos = c.bos;  // so eos ends a sentence everywhere but at its beginning
    result.push_back(small_model(c, 3));
    c.pad_tgt = c.eos;
    result.push_back(small_model(c, 4));
    return result;
}

double plain_log_probability(const SmallModel& made, const Sentence& words) {
    double sum = 0;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Sentence before(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i));
        sum += plain_log_probabilities(made, before)[static_cast<std::size_t>(words[i])];
    }
    return sum;
}

void check_greedy(const SmallModel& made, const DecodeOptions& options) {
    const Sentence expected = plain_greedy(made, most, {made.configuration.bos});
    const Generation generation = made.decode(options);
    CHECK(generation.complete);
    REQUIRE(generation.hypotheses.size() == 1);
    const Hypothesis& hypothesis = generation.hypotheses[0];
    CHECK(hypothesis.tokens == expected);
    CHECK(hypothesis.finished == (expected.back() == made.configuration.eos));
    CHECK(close(hypothesis.log_probability, plain_log_probability(made, expected)));
    CHECK(hypothesis.score == approximately(hypothesis.log_probability /
                                            std::pow((5 + static_cast<double>(expected.size() - 1)) / 6, options.length_penalty)));
}

}  // namespace

TEST_CASE("greedily, every word is the likeliest after the words before it") {
    const Counted checks(2);
    for (const SmallModel& made : models()) check_greedy(made, {.max_new_tokens = most});
}

TEST_CASE("a beam of width 1 is greedy") {
    const Counted checks(4);
    for (const SmallModel& made : models()) {
        check_greedy(made, {.strategy = Strategy::beam, .max_new_tokens = most, .beams = 1});
        check_greedy(made, {.strategy = Strategy::beam, .max_new_tokens = most, .beams = 1, .length_penalty = 1.5});
    }
}

TEST_CASE("sampling at temperature 0 is greedy, and so it is where one word is left") {
    const Counted checks(8);
    for (const SmallModel& made : models()) {
        for (const SamplingOptions& sampling :
             {SamplingOptions{.temperature = 0}, SamplingOptions{.temperature = 0, .top_k = 3, .top_p = 0.5},
              SamplingOptions{.temperature = 2, .top_k = 1}, SamplingOptions{.top_p = 1e-6}})
            check_greedy(made, {.strategy = Strategy::sample, .max_new_tokens = most, .sampling = sampling, .seed = 9});
    }
}

TEST_CASE("some of these sentences end, and some do not") {
    int ended = 0, count = 0;
    for (const SmallModel& made : models()) {
        ended += made.decode({.max_new_tokens = most}).hypotheses[0].finished;
        ++count;
    }
    CHECK(ended > 2);
    CHECK(ended < count - 2);
}

TEST_CASE("of equally probable words the lower id is taken") {
    const SmallModel made = undecided_model(small_configuration());
    const Sentence expected{1, 0, 0, 0};
    CHECK(made.decode({.max_new_tokens = 3}).hypotheses[0].tokens == expected);
    const SamplingOptions cold{.temperature = 0};
    CHECK(made.decode({.strategy = Strategy::sample, .max_new_tokens = 3, .sampling = cold}).hypotheses[0].tokens == expected);
    CHECK(made.decode({.strategy = Strategy::beam, .max_new_tokens = 3, .beams = 1}).hypotheses[0].tokens == expected);
}

TEST_CASE("where eos does not end it, a sentence has as many words as it may have") {
    int past_eos = 0;
    for (const SmallModel& made : models()) {
        const Generation generation = made.decode({.max_new_tokens = most, .stops_at_eos = false});
        REQUIRE(generation.hypotheses.size() == 1);
        const Sentence& tokens = generation.hypotheses[0].tokens;
        CHECK(static_cast<Size>(tokens.size()) == most + 1);
        CHECK(static_cast<Size>(generation.steps.size()) == most);
        past_eos += std::count(tokens.begin() + 1, tokens.end() - 1, made.configuration.eos) > 0;
    }
    CHECK(past_eos > 2);
}

TEST_CASE("a word whose logit is minus infinity is forbidden: nobody takes it where there is another") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SmallModel made = small_model(small_configuration(6), seed);
        const auto forbidden = static_cast<Size>(made.decode({.max_new_tokens = 1}).hypotheses[0].tokens[1]);
        made.interventions.overwrites = {{"fc_out.bias", {forbidden}, -std::numeric_limits<double>::infinity()}};
        for (const DecodeOptions& options :
             {DecodeOptions{.max_new_tokens = most}, DecodeOptions{.strategy = Strategy::beam, .max_new_tokens = most, .n_best = 4},
              DecodeOptions{.strategy = Strategy::sample,
              .max_new_tokens = most,
              .sampling = {.temperature = 9, .top_k = 6, .top_p = 0.99},
              .n_best = 50}}) {
            const Generation generation = made.decode(options);
            CHECK(static_cast<Size>(generation.hypotheses.size()) == options.n_best);
            for (const Hypothesis& hypothesis : generation.hypotheses) {
                CHECK(std::count(hypothesis.tokens.begin() + 1, hypothesis.tokens.end(), forbidden) == 0);
                CHECK(std::isfinite(hypothesis.score));
            }
        }
    }
}

TEST_CASE("where there is one word, it is taken, and ends the sentence") {
    Configuration c = small_configuration(1);
    c.pad_tgt = c.bos = c.eos = 0;
    const SmallModel made = small_model(c, 1);
    for (const Strategy strategy : {Strategy::greedy, Strategy::sample, Strategy::beam}) {
        const Generation generation = made.decode({.strategy = strategy});
        REQUIRE(generation.hypotheses.size() == 1);
        CHECK(generation.hypotheses[0].tokens == Sentence{0, 0});
        CHECK(generation.hypotheses[0].finished);
        CHECK(generation.hypotheses[0].log_probability == 0);
    }
}

}  // namespace vitrine::greedy_test
