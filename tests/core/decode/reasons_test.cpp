/// A phrase says why a word was taken or not. Each phrase has to follow from the logits, the options and the record, which are
/// checked with plain loops.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/decode/plain_filter.h"
#include "tests/core/decode/small_models.h"
#include "tests/counted.h"

namespace vitrine::reasons_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

/// A word of a decoding, with facts about the step that considered it.
struct Considered {
    const Generation& generation;
    int place;

    const WordNode& node() const { return generation.nodes[static_cast<std::size_t>(place)]; }
    const DecodeStep& step() const { return generation.steps[static_cast<std::size_t>(node().step - 1)]; }
    const WordNode& at(int other) const { return generation.nodes[static_cast<std::size_t>(other)]; }
    std::vector<double> logits() const { return as_doubles(row_after(generation, node().parent)->logits); }
    double own() const { return logits()[static_cast<std::size_t>(node().token)]; }

    /// above(): how many words of the vocabulary have a higher logit than this one. equal(): how many have the same.
    Size above() const {
        const auto all = logits();
        return std::count_if(all.begin(), all.end(), [&](double other) { return other > own(); });
    }
    Size equal() const {
        const auto all = logits();
        return std::count(all.begin(), all.end(), own());
    }
    template <class Is>
    Size count_in_step(Is&& is) const {
        return std::count_if(step().considered.begin(), step().considered.end(), [&](int other) { return is(at(other)); });
    }
    bool is_taken() const { return node().fate != Fate::pruned; }
};

/// "2nd" and "third" as a number from 1.
Size number_of(const std::string& text) {
    if (text.starts_with("the best")) return 1;
    if (text.starts_with("second best")) return 2;
    if (text.starts_with("third best")) return 3;
    return std::stoi(text);
}

void check_greedy(const Considered& word, const std::string& text) {
    if (has(text, "the likeliest of all tokens")) CHECK((word.above() == 0 && word.equal() == 1));
    if (has(text, "no token is likelier")) CHECK((word.above() == 0 && word.equal() > 1));
    if (has(text, "another token is likelier")) CHECK((word.above() > 0 && !word.is_taken()));
    if (has(text, "another token is equally likely")) CHECK((word.above() == 0 && word.equal() > 1 && !word.is_taken()));
}

void check_drawn(const Considered& word, const std::string& text) {
    double drawn = 0, from = 0, to = 0;
    REQUIRE(std::sscanf(text.c_str(), "drawn: the random number %lf falls into its interval, %lf to %lf", &drawn, &from, &to) == 3);
    const std::vector<double> logits = word.logits(), shares = plain_filter(logits, word.generation.options.sampling);
    double before = 0;
    for (std::size_t other = 0; other < logits.size(); ++other) {
        const bool precedes =
            logits[other] > word.own() || (logits[other] == word.own() && static_cast<std::int32_t>(other) < word.node().token);
        if (precedes) before += shares[other];
    }
    const double share = shares[static_cast<std::size_t>(word.node().token)];
    constexpr double digits = 1e-4;
    CHECK(std::abs(from - before) < digits);
    CHECK(std::abs(to - (before + share)) < digits);
    CHECK((drawn >= from - digits && drawn <= to + digits));
    CHECK(share > 0);
}

void check_beam(const Considered& word, const std::string& text) {
    const WordNode& node = word.node();
    const Size better = word.count_in_step([&](const WordNode& other) { return other.log_probability > node.log_probability; });
    const Size as_good = word.count_in_step([&](const WordNode& other) { return other.log_probability == node.log_probability; });
    const Size number = number_of(text), beams = word.generation.options.beams;
    CHECK((number > better && number <= better + as_good));
    CHECK(has(text, (" of the " + std::to_string(word.step().considered.size()) + " considered: ").c_str()));
    CHECK(has(text, "ends a sentence") == (word.is_taken() && node.token == 2));
    CHECK(has(text, "stays in the beam") == (word.is_taken() && node.token != 2));
    CHECK(has(text, "a sentence can end only among") == (!word.is_taken() && node.token == 2));
    if (has(text, "can end")) CHECK(number > beams);
    if (!has(text, "the beam has room for ")) return;
    CHECK(has(text, ("room for " + std::to_string(beams)).c_str()));
    CHECK(word.count_in_step([](const WordNode& other) { return other.fate != Fate::pruned && other.token != 2; }) == beams);
}

void check_reason(const Considered& word, std::map<std::string, int>& met) {
    const Generation& generation = word.generation;
    const WordNode& node = word.node();
    const std::string text = why(generation, word.place);
    CAPTURE(text);
    const Size forced = static_cast<Size>(generation.options.forced.size());
    const bool by_hand = node.step <= forced && node.token == generation.options.forced[static_cast<std::size_t>(node.step - 1)];
    CHECK(has(text, "chosen by hand") == (node.step <= forced));
    if (node.step <= forced) {
        CHECK(has(text, "not taken") == !by_hand);
        CHECK(has(text, "precedes") == (by_hand && node.step < forced));
    } else if (generation.options.strategy == Strategy::greedy) {
        check_greedy(word, text);
    } else if (generation.options.strategy == Strategy::beam) {
        check_beam(word, text);
    } else if (text.starts_with("drawn")) {
        check_drawn(word, text);
    } else {
        CHECK((text == "not drawn" && !word.is_taken()));
    }
    const auto ended = std::ranges::count(generation.nodes, Fate::finished, &WordNode::fate);
    if (has(text, "the maximum number of tokens is reached")) CHECK(node.step == generation.most_new_tokens);
    if (has(text, "enough sentences had ended")) CHECK(ended >= generation.options.beams);
    CHECK(has(text, "had ended") + has(text, "maximum number of tokens") == (node.fate == Fate::cut_off));
    for (const char* part :
         {"the likeliest of all", "no token is likelier", "another token is likelier", "another token is equally likely",
          "drawn:", "not drawn", "ends a sentence", "stays in the beam", "can end", "room for", "another token was chosen by hand",
          "precedes", "maximum number of tokens", "enough sentences"})
        met[part] += has(text, part);
}

/// Decodings of every strategy, also of a model to which all words are equally likely.
std::vector<Generation> any_decodings(std::uint64_t seed) {
    const SmallModel made = seed % 5 == 0 ? undecided_model(small_configuration()) : any_small_model(seed);
    Random random(seed);
    const SamplingOptions sampling{
        .temperature = 0.4 + random.uniform(), .top_k = between(random, 0, 5), .top_p = 0.3 + 0.7 * random.uniform()};
    std::vector<Generation> all;
    for (const Sentence& forced : {Sentence{}, Sentence{3}, Sentence{1, 3}}) {
        all.push_back(made.decode({.max_new_tokens = 5, .forced = forced}));
        all.push_back(made.decode({.strategy = Strategy::sample,
                                   .max_new_tokens = 5,
                                   .sampling = sampling,
                                   .seed = seed,
                                   .n_best = 2,
                                   .forced = forced}));
        for (const Size beams : {1, 2, 3}) {
            all.push_back(made.decode({.strategy = Strategy::beam,
                                       .max_new_tokens = 5,
                                       .beams = beams,
                                       .early_stopping = coin(random),
                                       .forced = forced}));
        }
    }
    return all;
}

}  // namespace

TEST_CASE("why a word was taken or not follows from the logits and the options") {
    const Counted checks(100);
    std::map<std::string, int> met;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        CAPTURE(seed);
        for (const Generation& generation : any_decodings(seed)) {
            for (int place = 1; place < static_cast<int>(generation.nodes.size()); ++place) check_reason({generation, place}, met);
        }
    }
    for (const auto& said : met) {
        CAPTURE(said.first);
        CHECK(said.second > 5);
    }
}

}  // namespace vitrine::reasons_test
