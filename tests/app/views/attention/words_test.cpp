#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "app/run/attention_readings.h"
#include "app/views/attention/parts.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::attention_words_test {
using namespace vitrine::tests;

namespace {

constexpr AttentionKind every_kind[] = {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};

/// Random weights, between a clear pattern, chance and no pattern at all.
HeadWeights random_head(Random& random) {
    HeadWeights head{
        .queries = between(random, 1, 8), .keys = between(random, 1, 8), .weight = {}, .allowed = {}, .words = {}, .tokens = {}};
    const bool causal = coin(random);
    const double sharpness = 12 * random.uniform(), leaning = 8 * random.uniform();
    const Size offset = between(random, -1, 1);
    for (Size q = 0; q < head.queries; ++q) {
        head.words.push_back(random.below(8) != 0);
        head.tokens.push_back(static_cast<std::int32_t>(random.below(3)));
        std::vector<double> row;
        double sum = 0;
        for (Size k = 0; k < head.keys; ++k) {
            const bool allowed = !causal || k <= q;
            row.push_back(allowed ? std::exp(sharpness * random.uniform() + (k == q + offset ? leaning : 0)) : 0);
            head.allowed.push_back(allowed);
            sum += row.back();
        }
        for (const double weight : row) head.weight.push_back(weight / sum);
    }
    return head;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The longest of the bars.
std::optional<AttentionPattern> longest_bar(const HeadReading& reading, AttentionKind of) {
    std::optional<AttentionPattern> longest;
    for (const AttentionPattern pattern : patterns_of(of)) {
        const auto& like = reading.of(pattern);
        if (like && (!longest || like->value > reading.of(*longest)->value)) longest = pattern;
    }
    return longest;
}

void check_no_kind(const std::string& text, AttentionPattern longest, const Likeness& like) {
    CHECK(contains(text, "most like " + pattern_word(longest)));
    if (longest == AttentionPattern::uniform) {
        CHECK(like.value < clearly_uniform);
        return;
    }
    CHECK(contains(text, "at " + likeness_number(like.value)));
    if (contains(text, "not more than half")) {
        CHECK(like.value <= 0.5);
    } else {
        CHECK(contains(text, "no more than uniform weights"));
        CHECK(like.value <= like.chance);
    }
}

/// The sentence about a head's kind must name the longest bar, with its number, and speak of a kind only if there is one.
void check_kind_text(const HeadReading& reading, AttentionKind of) {
    const std::string text = kind_text(reading);
    CAPTURE(text);
    const auto longest = longest_bar(reading, of);
    for (const char* no_number : {"inf", "nan"}) CHECK_FALSE(contains(text, no_number));
    if (reading.evenness()) CHECK(std::clamp(*reading.evenness(), -1e-3, 1 + 1e-3) == *reading.evenness());
    if (reading.no_shares || !longest) {
        CHECK(contains(text, reading.has_nan ? "NaN" : reading.no_shares ? "do not sum to 1" : "No token has a choice"));
    } else if (short_kind(&reading) == no_clear_kind) {
        CHECK(contains(text, "No clear kind"));
        check_no_kind(text, *longest, *reading.of(*longest));
    } else {
        const AttentionPattern kind = *reading.kind;
        CHECK(text.substr(1, text.find(':') - 1) == pattern_word(kind).substr(1));  // begins with a capital letter
        CHECK(contains(text, likeness_number(reading.of(kind)->value)));
        CHECK(reading.of(kind)->value > (kind == AttentionPattern::uniform ? 0.89 : 0.5));
        if (kind == *longest) return;
        CHECK((kind <= AttentionPattern::next && *longest == AttentionPattern::alignment));
        CHECK(contains(text, "That is a path forward, too: alignment is " + likeness_number(reading.of(*longest)->value) + "."));
    }
}

}  // namespace

TEST_CASE("the sentence on a head's kind says what the bars below it say") {
    Random random(22);
    std::array<int, pattern_count + 1> seen{};
    for (int round = 0; round < 3000; ++round) {
        const HeadWeights head = random_head(random);
        const AttentionKind of = coin(random) ? AttentionKind::cross : AttentionKind::encoder_self;
        const HeadReading reading = read_head(head, of);
        check_kind_text(reading, of);
        ++seen[reading.kind ? static_cast<std::size_t>(*reading.kind) : pattern_count];
    }
    for (const int count : seen) CHECK(count > 20);
}

TEST_CASE("the sentence on a head's kind follows from the weights of any run") {
    const Counted checks(60);
    Random random(23);
    for (int round = 0; round < 60; ++round) {
        const auto run = random_edited_run(random);
        for (const AttentionKind kind : every_kind) {
            for (Size head = 0; head < head_count(*run); ++head) {
                check_kind_text(run->of<AttentionReadings>().reading(*run, {kind, 0}, {0, head}), kind);
            }
        }
    }
}

namespace {

/// The pairs that a rule speaks of.
bool is_meant(ProposalRule rule, const Run& run, AttentionKind kind, Size sentence, const TokenPair& pair) {
    if (rule == ProposalRule::any) return true;
    const Configuration& c = run.model->configuration;
    const auto is_word = [&](Side side, Size position) {
        const std::int32_t id =
            static_cast<std::int32_t>(run.find(side == Side::source ? "src.tokens" : "tgt.tokens").at({sentence, position}));
        return id != (side == Side::source ? c.pad_src : c.pad_tgt) && id != c.bos && id != c.eos;
    };
    const bool itself = side_of_queries(kind) == side_of_keys(kind) && pair.query == pair.key;
    return is_word(side_of_queries(kind), pair.query) == (rule == ProposalRule::words) && !itself &&
           is_word(side_of_keys(kind), pair.key);
}

/// The largest weight among the pairs of a rule; nothing if there are none.
std::optional<double> largest_of(ProposalRule rule, const Run& run, const AttentionPlace& place, const HeadPlace& at,
                                 const HeadWeights& head) {
    std::optional<double> largest;
    for (Size q = 0; q < head.queries; ++q) {
        for (Size k = 0; k < head.keys; ++k) {
            if (!head.chooses(q) || !head.sees(q, k) || std::isnan(head.at(q, k))) continue;
            if (!is_meant(rule, run, place.kind, at.sentence, {q, k})) continue;
            if (!largest || head.at(q, k) > *largest) largest = head.at(q, k);
        }
    }
    return largest;
}

}  // namespace

TEST_CASE("the proposed pair has the largest weight of those that its sentence speaks of, which come before all others") {
    Random random(19);
    std::map<ProposalRule, int> met;
    for (int round = 0; round < 120; ++round) {
        const auto run = random_edited_run(random);
        for (const AttentionKind kind : every_kind) {
            const AttentionPlace place{kind, 0};
            const HeadPlace at{between(random, 0, run->batch->sentences() - 1),
                               between(random, 0, run->model->configuration.nhead - 1)};
            AttentionReadings& readings = run->of<AttentionReadings>();
            const ProposedPair& proposed = readings.proposed_pair(*run, place, at);
            const HeadWeights& head = readings.detail(*run, place, at).weights;
            ++met[proposed.rule];
            for (const ProposalRule rule : {ProposalRule::words, ProposalRule::on_word, ProposalRule::any}) {
                const auto largest = largest_of(rule, *run, place, at, head);
                if (rule < proposed.rule) CHECK(!largest);
                if (rule == proposed.rule) CHECK(largest == head.at(proposed.tokens.query, proposed.tokens.key));
            }
        }
    }
    for (const ProposalRule rule : {ProposalRule::words, ProposalRule::any, ProposalRule::none}) CHECK(met[rule] > 3);
}

TEST_CASE("rows of weights are said to sum to 1 where they do") {
    Random random(23);
    std::map<bool, int> met;
    for (int round = 0; round < 120; ++round) {
        const auto run = random_edited_run(random);
        for (const AttentionKind kind : every_kind) {
            const AttentionPlace place{kind, 0};
            const HeadPlace at{between(random, 0, run->batch->sentences() - 1), 0};
            const HeadDetail& detail = run->of<AttentionReadings>().detail(*run, place, at);
            bool all = true;
            for (Size q = 0; q < detail.weights.queries; ++q) {
                double sum = 0, seen = 0;
                for (Size k = 0; k < detail.weights.keys; ++k) sum += detail.weights.at(q, k), seen += detail.weights.sees(q, k);
                if (seen > 0 && !(std::abs(sum - 1) < 1e-4)) all = false;
            }
            CHECK(detail.sum_to_one == all);
            ++met[all];
        }
    }
    CHECK(met[true] > 20);
    CHECK(met[false] > 5);
}

}  // namespace vitrine::attention_words_test
