#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/run/attention_readings.h"
#include "app/views/attention/parts.h"
#include "tests/app/any_runs.h"

namespace vitrine::proposed_pair_test {
using namespace vitrine::tests;

namespace {

constexpr AttentionKind every_kind[] = {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross};

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

/// How many pairs of a rule have a weight that is the largest up to rounding, or to the four decimals that are shown.
Size pairs_like_the_largest(ProposalRule rule, const Run& run, const AttentionPlace& place, const HeadPlace& at,
                            const HeadWeights& head, double largest) {
    Size count = 0;
    for (Size q = 0; q < head.queries; ++q) {
        for (Size k = 0; k < head.keys; ++k) {
            if (!head.chooses(q) || !head.sees(q, k) || std::isnan(head.at(q, k))) continue;
            if (!is_meant(rule, run, place.kind, at.sentence, {q, k})) continue;
            const double apart = std::abs(head.at(q, k) - largest);
            const bool same_decimals = fmt::format("{:.4f}", head.at(q, k)) == fmt::format("{:.4f}", largest);
            count += apart <= 1e-5 * largest || (same_decimals && apart <= 1e-3 * largest);
        }
    }
    return count;
}

}  // namespace

TEST_CASE("the proposed pair has the largest weight of those that its sentence speaks of, which come before all others") {
    Random random(19);
    std::map<ProposalRule, int> met;
    int shared = 0;
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
                if (rule == proposed.rule) {
                    const Size like_it = pairs_like_the_largest(rule, *run, place, at, head, *largest);
                    CHECK(proposed.alike == like_it);
                    shared += like_it > 1;
                }
            }
        }
    }
    for (const ProposalRule rule : {ProposalRule::words, ProposalRule::any, ProposalRule::none}) CHECK(met[rule] > 3);
    CHECK(shared >= 5);
}

}  // namespace vitrine::proposed_pair_test
