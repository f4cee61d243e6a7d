/// The record of a decoding: the tree of words, what happened to each, and what every step did.

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "tests/core/decode/small_models.h"
#include "tests/counted.h"

namespace vitrine::record_test {
using namespace vitrine::tests;

namespace {

const WordNode& node_of(const Generation& generation, int node) { return generation.nodes[static_cast<std::size_t>(node)]; }

std::vector<Generation> decodings() {
    std::vector<Generation> result;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const SmallModel made = any_small_model(seed);
        result.push_back(made.decode({.max_new_tokens = 6}));
        result.push_back(made.decode({.max_new_tokens = 6, .forced = {3, 1}}));
        result.push_back(
            made.decode({.strategy = Strategy::sample, .max_new_tokens = 5, .sampling = {.top_k = 3}, .seed = seed, .n_best = 3}));
        for (const bool early_stopping : {true, false}) {
            result.push_back(made.decode({.strategy = Strategy::beam,
                                          .max_new_tokens = 6,
                                          .beams = 3,
                                          .early_stopping = early_stopping,
                                          .n_best = 3,
                                          .forced = seed % 2 ? Sentence{} : Sentence{3}}));
        }
    }
    return result;
}

std::set<int> nodes_of_rows(const DecodeStep& step) {
    std::set<int> nodes;
    for (const StepRow& row : step.rows) nodes.insert(row.node);
    return nodes;
}

}  // namespace

TEST_CASE("the tree of words begins with bos, and every other word was considered by one step, after a word that it continued") {
    const Counted checks(30);
    for (const Generation& generation : decodings()) {
        CHECK(generation.complete);
        REQUIRE_FALSE(generation.nodes.empty());
        const WordNode& bos = generation.nodes[0];
        CHECK(bos.parent == -1);
        CHECK(bos.step == 0);
        CHECK(bos.token == 1);
        CHECK(bos.reason == Reason::beginning);
        CHECK(bos.log_probability == 0);
        std::set<int> seen{0};
        for (std::size_t i = 0; i < generation.steps.size(); ++i) {
            const DecodeStep& step = generation.steps[i];
            const std::set<int> continued = nodes_of_rows(step);
            for (std::size_t rank = 0; rank < step.considered.size(); ++rank) {
                const WordNode& node = node_of(generation, step.considered[rank]);
                CHECK(node.step == static_cast<int>(i) + 1);
                CHECK(continued.contains(node.parent));
                CHECK(seen.insert(step.considered[rank]).second);
            }
        }
        CHECK(seen.size() == generation.nodes.size());
    }
}

TEST_CASE("a word's probability, the sentence's and its score follow from the logits of the step that considered it") {
    const Counted checks(30);
    for (const Generation& generation : decodings()) {
        for (std::size_t i = 1; i < generation.nodes.size(); ++i) {
            const WordNode& node = generation.nodes[i];
            const WordNode& parent = node_of(generation, node.parent);
            const StepRow* row = row_after(generation, node.parent);
            REQUIRE(row != nullptr);
            const double log_probability = plain_log_softmax(as_doubles(row->logits))[static_cast<std::size_t>(node.token)];
            CHECK(close(node.probability, std::exp(log_probability)));
            CHECK(close(node.log_probability, parent.log_probability + log_probability));
            CHECK(node.score ==
                  doctest::Approx(node.log_probability / std::pow((5.0 + node.step) / 6, generation.options.length_penalty)));
        }
    }
}

TEST_CASE("what a step considers is sorted and ranked, and the sentences that a beam continues stand in that order too") {
    const Counted checks(20);
    for (const Generation& generation : decodings()) {
        const Strategy strategy = generation.options.strategy;
        for (const DecodeStep& step : generation.steps) {
            CHECK(step.considered.size() >= (strategy == Strategy::beam ? 4 : 1));
            std::size_t lists = 0;
            for (std::size_t i = 0; i < step.considered.size(); ++i) {
                const WordNode& node = node_of(generation, step.considered[i]);
                if (node.rank == 0) ++lists;
                if (node.rank == 0 && i > 0) continue;
                REQUIRE(node.rank == (i == 0 ? 0 : node_of(generation, step.considered[i - 1]).rank + 1));
                if (i > 0) CHECK(node_of(generation, step.considered[i - 1]).log_probability >= node.log_probability);
            }
            // When sampling, each sentence has its own list of candidates. In a beam, all of them compete in one list.
            const bool first = &step == &generation.steps.front();  // draws begin alike: one row is read for all of them
            const auto draws = first ? static_cast<std::size_t>(generation.options.n_best) : step.rows.size();
            CHECK(lists == (strategy == Strategy::sample ? draws : 1));
            if (strategy != Strategy::beam) continue;
            for (std::size_t row = 1; row < step.rows.size(); ++row)
                CHECK(node_of(generation, step.rows[row - 1].node).rank < node_of(generation, step.rows[row].node).rank);
        }
    }
}

TEST_CASE("a word that was kept is what a step read, one that finished is eos, and all others have nothing after them") {
    int kept = 0, finished = 0, cut_off = 0, pruned = 0;
    for (const Generation& generation : decodings()) {
        std::set<int> continued;
        for (const DecodeStep& step : generation.steps) continued.merge(nodes_of_rows(step));
        std::set<int> ends;
        for (const Hypothesis& hypothesis : generation.hypotheses) ends.insert(hypothesis.node);
        for (int i = 0; i < static_cast<int>(generation.nodes.size()); ++i) {
            const WordNode& node = node_of(generation, i);
            CHECK((node.fate == Fate::kept) == continued.contains(i));
            CHECK((row_after(generation, i) != nullptr) == continued.contains(i));
            if (node.fate == Fate::finished) CHECK(node.token == 2);
            if (node.fate == Fate::cut_off) CHECK(node.step == static_cast<int>(generation.steps.size()));
            if (ends.contains(i)) CHECK((node.fate == Fate::finished || node.fate == Fate::cut_off));
            if (node.fate == Fate::pruned) CHECK(node.reason == Reason::none);
            if (node.fate != Fate::pruned) CHECK(node.reason != Reason::none);
            kept += node.fate == Fate::kept, finished += node.fate == Fate::finished;
            cut_off += node.fate == Fate::cut_off, pruned += node.fate == Fate::pruned;
        }
    }
    CHECK(kept > 100);
    CHECK(finished > 4);
    CHECK(cut_off > 10);
    CHECK(pruned > 100);
}

TEST_CASE("a hypothesis is the way to its last word, and finished where that is eos") {
    const Counted checks(20);
    for (const Generation& generation : decodings()) {
        for (const Hypothesis& hypothesis : generation.hypotheses) {
            const WordNode& last = node_of(generation, hypothesis.node);
            CHECK(hypothesis.tokens == tokens_to(generation, hypothesis.node));
            CHECK(hypothesis.log_probability == last.log_probability);
            CHECK(hypothesis.score == last.score);
            CHECK(hypothesis.finished == (last.fate == Fate::finished));
            CHECK(hypothesis.finished == (hypothesis.tokens.back() == 2));
            CHECK((hypothesis.finished || static_cast<Size>(hypothesis.tokens.size()) == generation.most_new_tokens + 1));
            const std::vector<int> path = path_to(generation, hypothesis.node);
            REQUIRE(path.size() == hypothesis.tokens.size());
            CHECK(path.front() == 0);
            CHECK(path.back() == hypothesis.node);
            for (std::size_t i = 1; i < path.size(); ++i) {
                CHECK(node_of(generation, path[i]).parent == path[i - 1]);
                CHECK(node_of(generation, path[i]).token == hypothesis.tokens[i]);
            }
        }
    }
}

TEST_CASE("every word was taken for the reason that its strategy has, or by hand, and something is said about each") {
    const Counted checks(30);
    for (const Generation& generation : decodings()) {
        std::set<std::string> said;
        for (int i = 0; i < static_cast<int>(generation.nodes.size()); ++i) {
            const WordNode& node = node_of(generation, i);
            const std::string text = why(generation, i);
            CHECK_FALSE(text.empty());
            CHECK(text.find('\n') == std::string::npos);
            said.insert(text);
            if (node.reason == Reason::none || i == 0) continue;
            const Strategy strategy = generation.options.strategy;
            const bool by_hand = node.step <= static_cast<int>(generation.options.forced.size());
            CHECK((node.reason == Reason::forced) == by_hand);
            if (by_hand) continue;
            CHECK(node.reason == (strategy == Strategy::greedy   ? Reason::likeliest
                                  : strategy == Strategy::sample ? Reason::drawn
                                                                 : Reason::in_beam));
            CHECK(node.drawn.has_value() == (strategy == Strategy::sample));
            if (node.drawn) CHECK((*node.drawn >= 0 && *node.drawn < 1));
        }
        CHECK(said.size() >= 3);
    }
}

TEST_CASE("what becomes of equals in a beam of two, word by word") {
    // eos, 0, is the first of four equal candidates: it ends a sentence, the next two go on and the fourth does not. After the
    // second end there are enough sentences, and the others are cut off.
    Configuration c = small_configuration(6);
    c.eos = 0, c.pad_tgt = 2;
    const Generation generation =
        undecided_model(c).decode({.strategy = Strategy::beam, .max_new_tokens = 5, .beams = 2, .length_penalty = 0, .n_best = 2});
    REQUIRE(generation.steps.size() == 2);
    const Fate expected[2][4] = {{Fate::finished, Fate::kept, Fate::kept, Fate::pruned},
                                 {Fate::finished, Fate::cut_off, Fate::cut_off, Fate::pruned}};
    for (std::size_t step = 0; step < 2; ++step) {
        REQUIRE(generation.steps[step].considered.size() == 4);
        for (std::size_t rank = 0; rank < 4; ++rank) {
            const WordNode& node = node_of(generation, generation.steps[step].considered[rank]);
            CHECK(node.token == static_cast<int>(rank));
            CHECK(node.fate == expected[step][rank]);
        }
    }
    REQUIRE(generation.hypotheses.size() == 2);
    CHECK(generation.hypotheses[0].tokens == Sentence{1, 0});
    CHECK(generation.hypotheses[1].tokens == Sentence{1, 1, 0});
}

}  // namespace vitrine::record_test
