/// Tokens that a folder's rules for generating forbid and demand. Expected tokens: `generate` of `transformers` 5.12 with the
/// same folder.

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "core/decode/candidates.h"
#include "core/decode/generate.h"
#include "core/io/open_model.h"
#include "tests/test_data.h"

namespace vitrine::family_rules_test {

namespace {

const Sentence prompt{245, 224};

Generation decoded(const GenerationRules& rules, const DecodeOptions& options) {
    const auto folder = test_data("goldens/families/gpt2");
    const Model model = open_model({.folder = folder, .batch = folder / "batch.json"});
    DecodeOptions with_rules = options;
    with_rules.rules = model.rules;
    with_rules.rules.forbidden = rules.forbidden;
    with_rules.rules.forced_first = rules.forced_first;
    with_rules.rules.forced_last = rules.forced_last;
    return generate({model.configuration, model.parameters}, prompt, with_rules);
}

Sentence greedily(const GenerationRules& rules, Size most = 8) {
    return decoded(rules, {.max_new_tokens = most}).hypotheses.front().tokens;
}

}  // namespace

TEST_CASE("words that a folder forbids are not said: neither alone, nor as the end of a sequence") {
    CHECK(greedily({.forbidden = {{211}, {265, 72}}}) == Sentence{245, 224, 31, 72, 69, 134, 134, 245, 245, 245});
    CHECK(greedily({.forbidden = {{224, 211}}}) == Sentence{245, 224, 31, 211, 211, 18, 18, 230, 230, 230});
    CHECK(greedily({.forbidden = {{211}, {265}}}) == Sentence{245, 224, 31, 72, 69, 134, 134, 245, 245, 245});
}

TEST_CASE("a folder's last word stands where the limit is, and its first word is none after a prompt of several") {
    const GenerationRules rules{.forced_first = 7, .forced_last = 9};
    CHECK(greedily(rules, 4) == Sentence{245, 224, 211, 211, 211, 9});
    const Generation generation = decoded(rules, {.max_new_tokens = 4});
    const int last = generation.hypotheses.front().node;
    CHECK(generation.nodes[static_cast<std::size_t>(last)].reason == Reason::required);
    CHECK(why(generation, last).find("forced_eos_token_id") != std::string::npos);
}

TEST_CASE("a step records what is forbidden, and which rule it is that forbids it") {
    const Generation generation = decoded({.forbidden = {{224, 211}, {5}, {1, 6}}}, {.max_new_tokens = 2});
    CHECK(last_given(generation) == 1);
    const StepRow* row = row_after(generation, last_given(generation));
    REQUIRE(row != nullptr);
    CHECK(row->forbidden == std::vector<std::int32_t>{5, 211});
    REQUIRE(forbidding_rule(generation, 1, 211) != nullptr);
    CHECK(*forbidding_rule(generation, 1, 211) == Sentence{224, 211});
    CHECK(forbidding_rule(generation, 1, 6) == nullptr);
}

TEST_CASE("a forbidden word is never drawn, whatever its probability, and takes no place among the words that top-k leaves") {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        DecodeOptions options{.strategy = Strategy::sample, .max_new_tokens = 8, .seed = seed, .n_best = 4};
        options.sampling.top_k = 3;
        const Generation generation = decoded({.forbidden = {{211}, {31}}}, options);
        for (const Hypothesis& sentence : generation.hypotheses) {
            CHECK(std::count(sentence.tokens.begin(), sentence.tokens.end(), 211) == 0);
            CHECK(std::count(sentence.tokens.begin(), sentence.tokens.end(), 31) == 0);
        }
        const StepRow* row = row_after(generation, last_given(generation));
        const std::vector<Candidate> candidates = candidates_of(row->logits, options.sampling, row->forbidden);
        CHECK(std::ranges::count(candidates, Cut::none, &Candidate::cut) == 3);
        CHECK(std::ranges::count(candidates, Cut::forbidden, &Candidate::cut) == 2);
        double sum = 0;
        for (const Candidate& candidate : candidates) sum += candidate.filtered;
        CHECK(sum == doctest::Approx(1));
    }
}

TEST_CASE("of a prompt the first step keeps the rows of all words, which are those that a run of all words has") {
    const Generation cached = decoded({}, {.max_new_tokens = 3});
    REQUIRE(cached.cached);
    CHECK(cached.prompt_rows.size() == prompt.size() - 1);
    CHECK(cached.steps[0].rows_added == static_cast<Size>(prompt.size()));
    CHECK(cached.steps[0].rows_reused == 0);
    CHECK(cached.steps[1].rows_added == 1);
    CHECK(cached.steps[1].rows_reused == static_cast<Size>(prompt.size()));
    for (const StepRow& row : cached.steps[1].rows) {
        REQUIRE_FALSE(row.attended.empty());
        CHECK(row.attended.front().size(1) == static_cast<Size>(prompt.size()) + 1);
    }
}

}  // namespace vitrine::family_rules_test
