/// Which words temperature, top-k and top-p leave.

#include "core/decode/candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/tensor/random.h"
#include "tests/core/approximately.h"
#include "tests/core/decode/plain_filter.h"

namespace vitrine::candidates_test {
using namespace vitrine::tests;

namespace {

constexpr Scalar never = -std::numeric_limits<Scalar>::infinity();

std::vector<Scalar> random_logits(std::size_t words, std::uint64_t seed) {
    Random random(seed);
    std::vector<Scalar> logits;
    for (std::size_t i = 0; i < words; ++i) logits.push_back(static_cast<Scalar>(2 * random.normal()));
    return logits;
}

std::vector<double> in_double(const std::vector<Scalar>& logits) { return {logits.begin(), logits.end()}; }

std::vector<std::int32_t> tokens(const std::vector<Candidate>& candidates) {
    std::vector<std::int32_t> result;
    for (const Candidate& candidate : candidates) result.push_back(candidate.token);
    return result;
}

std::vector<Cut> cuts(const std::vector<Candidate>& candidates) {
    std::vector<Cut> result;
    for (const Candidate& candidate : candidates) result.push_back(candidate.cut);
    return result;
}

/// How many words can be drawn.
std::size_t left(const std::vector<Candidate>& candidates) {
    return static_cast<std::size_t>(
        std::count_if(candidates.begin(), candidates.end(), [](const Candidate& candidate) { return candidate.filtered > 0; }));
}

void check_filtered(const std::vector<Scalar>& logits, const SamplingOptions& sampling) {
    CAPTURE(sampling.temperature);
    CAPTURE(sampling.top_k);
    CAPTURE(sampling.top_p);
    const std::vector<double> own = plain_filter(in_double(logits), {}), filtered = plain_filter(in_double(logits), sampling);
    const std::vector<Candidate> candidates = candidates_of(logits, sampling);
    REQUIRE(candidates.size() == logits.size());
    double sum = 0, filtered_sum = 0;
    for (const Candidate& candidate : candidates) {
        const auto word = static_cast<std::size_t>(candidate.token);
        CAPTURE(word);
        CHECK(candidate.logit == static_cast<double>(logits[word]));
        CHECK(candidate.probability == doctest::Approx(own[word]).epsilon(1e-9));
        CHECK(candidate.filtered == doctest::Approx(filtered[word]).epsilon(1e-9));
        CHECK((candidate.cut == Cut::none) == (filtered[word] > 0));
        sum += candidate.probability, filtered_sum += candidate.filtered;
    }
    CHECK(sum == doctest::Approx(1).epsilon(1e-12));
    CHECK(filtered_sum == doctest::Approx(1).epsilon(1e-12));
}

}  // namespace

TEST_CASE("candidates are all words with the shares that temperature, top-k and top-p leave them, in this order") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        const std::vector<Scalar> logits = random_logits(12, seed);
        for (const double temperature : {0.3, 1.0, 2.5}) {
            for (const Size top_k : {0, 1, 4, 12, 99}) {
                for (const double top_p : {1e-9, 0.3, 0.77, 0.999, 1.0}) check_filtered(logits, {temperature, top_k, top_p});
            }
        }
    }
}

TEST_CASE("candidates stand in the order of their logits, equal ones in that of their ids") {
    const std::vector<Scalar> logits{1, 3, 2, 3, 1, 2, 3};
    CHECK(tokens(candidates_of(logits, {})) == std::vector<std::int32_t>{1, 3, 6, 2, 5, 0, 4});
    for (const SamplingOptions& sampling : {SamplingOptions{.temperature = 0}, SamplingOptions{.temperature = 5, .top_k = 2}})
        CHECK(tokens(candidates_of(logits, sampling)) == std::vector<std::int32_t>{1, 3, 6, 2, 5, 0, 4});
}

TEST_CASE("each word that is cut knows what has cut it: top-k first, then top-p of what that has left") {
    // Shares of 4 : 3 : 2 : 1. Of the three words that top-k leaves, the first two have 7/9 > 0.75, though they have only 7/10 of
    // all four.
    const std::vector<Scalar> logits{std::log(Scalar(1)), std::log(Scalar(2)), std::log(Scalar(3)), std::log(Scalar(4))};
    const std::vector<Candidate> candidates = candidates_of(logits, {.top_k = 3, .top_p = 0.75});
    CHECK(tokens(candidates) == std::vector<std::int32_t>{3, 2, 1, 0});
    CHECK(cuts(candidates) == std::vector<Cut>{Cut::none, Cut::none, Cut::top_p, Cut::top_k});
    const double expected[] = {4.0 / 7, 3.0 / 7, 0, 0}, own[] = {0.4, 0.3, 0.2, 0.1};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(candidates[i].filtered == approximately(expected[i]));
        CHECK(candidates[i].probability == approximately(own[i]));
    }
    CHECK(cuts(candidates_of(logits, {.top_p = 0.75})) == std::vector<Cut>{Cut::none, Cut::none, Cut::none, Cut::top_p});
}

TEST_CASE("top-p counts shares after the temperature") {
    // At temperature 1/2 the shares are 16 : 9 : 4 : 1 of 30, and the first two have more than 0.8; at 1 they have 0.7.
    const std::vector<Scalar> logits{std::log(Scalar(4)), std::log(Scalar(3)), std::log(Scalar(2)), std::log(Scalar(1))};
    CHECK(left(candidates_of(logits, {.temperature = 0.5, .top_p = 0.8})) == 2);
    CHECK(left(candidates_of(logits, {.temperature = 1, .top_p = 0.8})) == 3);
}

TEST_CASE("the word whose share makes top-p full is the last one left") {
    const std::vector<Scalar> logits(4, Scalar(0.5));
    CHECK(left(candidates_of(logits, {.top_p = 0.25})) == 1);
    CHECK(left(candidates_of(logits, {.top_p = 0.26})) == 2);
    CHECK(left(candidates_of(logits, {.top_p = 0.5})) == 2);
    CHECK(left(candidates_of(logits, {.top_p = 0.75})) == 3);
    CHECK(left(candidates_of(logits, {.top_p = 0.76})) == 4);
}

TEST_CASE("of equal words top-k and top-p leave those of the lower ids") {
    const std::vector<Scalar> logits(5, Scalar(-1));
    for (const SamplingOptions& sampling : {SamplingOptions{.top_k = 2}, SamplingOptions{.top_p = 0.39}}) {
        const std::vector<Candidate> candidates = candidates_of(logits, sampling);
        REQUIRE(left(candidates) == 2);
        CHECK(candidates[0].token == 0);
        CHECK(candidates[1].token == 1);
        CHECK(candidates[1].filtered == approximately(0.5));
    }
}

TEST_CASE("however small top-p is, the likeliest word is left and has everything") {
    const std::vector<Candidate> candidates = candidates_of(std::vector<Scalar>{0, 1, 0}, {.top_p = 1e-300});
    CHECK(candidates[0].token == 1);
    CHECK(candidates[0].filtered == 1);
    CHECK(candidates[0].cut == Cut::none);
    CHECK(left(candidates) == 1);
}

TEST_CASE("top-p of 1 cuts no word, however improbable") {
    const std::vector<Candidate> candidates = candidates_of(std::vector<Scalar>{0, -60, -90}, {.top_p = 1});
    CHECK(left(candidates) == 3);
    for (const Candidate& candidate : candidates) CHECK(candidate.cut == Cut::none);
}

TEST_CASE("at temperature 0 the likeliest word has everything, of equal ones the lower id") {
    for (const SamplingOptions& sampling : {SamplingOptions{.temperature = 0}, SamplingOptions{.temperature = 0, .top_k = 2},
                                            SamplingOptions{.temperature = 0, .top_p = 0.5}}) {
        const std::vector<Candidate> candidates = candidates_of(std::vector<Scalar>{1, 2, 0, 2}, sampling);
        CHECK(candidates[0].token == 1);
        CHECK(candidates[0].filtered == 1);
        CHECK(candidates[0].cut == Cut::none);
        CHECK(candidates[0].probability == approximately(1 / (2 + std::exp(-1.0) + std::exp(-2.0))));
        CHECK(left(candidates) == 1);
        CHECK(draw(candidates, 0) == 0);
        CHECK(draw(candidates, 0.999) == 0);
    }
}

TEST_CASE("a temperature near 0 is nearly 0, and overflows nothing") {
    const std::vector<Candidate> candidates = candidates_of(std::vector<Scalar>{300, 299, -300}, {.temperature = 1e-3});
    CHECK(candidates[0].filtered == approximately(1));
    CHECK(left(candidates_of(std::vector<Scalar>{300, 299, -300}, {.temperature = 1e-300})) == 1);
    CHECK(candidates_of(std::vector<Scalar>{3, 2, 1}, {.temperature = 1e9})[2].filtered == doctest::Approx(1.0 / 3).epsilon(1e-6));
}

TEST_CASE("a word whose logit is minus infinity has no probability, stands last and is never drawn") {
    const std::vector<Scalar> logits{never, 1, never, 2};
    for (const SamplingOptions& sampling :
         {SamplingOptions{}, SamplingOptions{.temperature = 0}, SamplingOptions{.temperature = 4, .top_k = 3, .top_p = 0.999}}) {
        const std::vector<Candidate> candidates = candidates_of(logits, sampling);
        CHECK(tokens(candidates) == std::vector<std::int32_t>{3, 1, 0, 2});
        for (std::size_t i = 2; i < 4; ++i) {
            CHECK(candidates[i].probability == 0);
            CHECK(candidates[i].filtered == 0);
        }
        CHECK(candidates[0].probability == approximately(1 / (1 + std::exp(-1.0))));
        CHECK(draw(candidates, 1 - 0x1p-53) < 2);
    }
}

TEST_CASE("log-probabilities are the logits less the logarithm of the sum of their powers, also of large logits") {
    for (const Scalar shift : {Scalar(0), Scalar(1000), Scalar(-1000)}) {
        const std::vector<Scalar> logits{shift, shift + 1, shift + 2};
        const double sum = std::log(1 + std::exp(1.0) + std::exp(2.0));
        const std::vector<double> logs = log_probabilities(logits);
        REQUIRE(logs.size() == 3);
        for (std::size_t i = 0; i < 3; ++i) CHECK(logs[i] == doctest::Approx(static_cast<double>(i) - sum).epsilon(1e-12));
    }
    CHECK(log_probabilities(std::vector<Scalar>{0, never})[0] == 0);
    CHECK(log_probabilities(std::vector<Scalar>{0, never})[1] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("a word is drawn by the numbers from the share before it on to that and its own") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const std::vector<Scalar> logits = random_logits(9, seed);
        for (const SamplingOptions& sampling :
             {SamplingOptions{}, SamplingOptions{2, 4, 1}, SamplingOptions{0.7, 0, 0.8}, SamplingOptions{1.5, 6, 0.9}}) {
            const std::vector<Candidate> candidates = candidates_of(logits, sampling);
            double before = 0;
            for (std::size_t place = 0; place < left(candidates); ++place) {
                CAPTURE(place);
                const double share = candidates[place].filtered;
                CHECK(share_before(candidates, place) == doctest::Approx(before).epsilon(1e-12));
                CHECK(draw(candidates, before + 0.001 * share) == place);
                CHECK(draw(candidates, before + 0.999 * share) == place);
                before += share;
            }
            CHECK(before == doctest::Approx(1).epsilon(1e-12));
        }
    }
}

TEST_CASE("numbers just below 1 fall on the last word that is left, however the shares add up") {
    for (std::size_t words = 1; words <= 40; ++words) {
        std::vector<Scalar> logits = random_logits(words, words);
        for (int i = 0; i < 3; ++i) logits.push_back(never);
        CHECK(draw(candidates_of(logits, {}), 1 - 0x1p-53) == words - 1);
        const Size top_k = static_cast<Size>(words + 1) / 2;
        CHECK(draw(candidates_of(logits, {.top_k = top_k}), 1 - 0x1p-53) == static_cast<std::size_t>(top_k) - 1);
    }
}

TEST_CASE("what the rules forbid has no share, as if its logit were minus infinity, and stays where it was") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const std::vector<Scalar> logits = random_logits(11, seed);
        const std::int32_t likeliest = candidates_of(logits, {})[0].token, fourth = candidates_of(logits, {})[3].token;
        const std::vector<std::int32_t> forbidden{std::min(likeliest, fourth), std::max(likeliest, fourth)};
        std::vector<Scalar> without = logits;
        for (const std::int32_t token : forbidden) without[static_cast<std::size_t>(token)] = never;
        for (const SamplingOptions& sampling : {SamplingOptions{}, SamplingOptions{0, 0, 1}, SamplingOptions{2, 4, 1},
                                                SamplingOptions{0.7, 0, 0.8}, SamplingOptions{1.5, 6, 0.9}}) {
            const std::vector<Candidate> candidates = candidates_of(logits, sampling, forbidden);
            CHECK(tokens(candidates) == tokens(candidates_of(logits, sampling)));
            for (const Candidate& expected : candidates_of(without, sampling)) {
                const auto found = std::ranges::find(candidates, expected.token, &Candidate::token);
                const bool is_forbidden = expected.token == likeliest || expected.token == fourth;
                CHECK(found->filtered == doctest::Approx(expected.filtered).epsilon(1e-12));
                CHECK((found->cut == Cut::forbidden) == is_forbidden);
                CHECK((found->cut == Cut::none) == (!is_forbidden && expected.cut == Cut::none));
                CHECK(found->probability ==
                      candidates_of(logits, {})[static_cast<std::size_t>(found - candidates.begin())].probability);
            }
        }
    }
}

}  // namespace vitrine::candidates_test
