/// How like a head is to each pattern.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/explain/attention_reading.h"
#include "tests/core/approximately.h"
#include "tests/core/explain/made_heads.h"
#include "tests/core/random_models.h"

namespace vitrine::attention_reading_test {
using namespace vitrine::tests;
using enum vitrine::AttentionPattern;

TEST_CASE("a head of the identity is diagonal and nothing else") {
    const HeadWeights head = head_of(5, 5, one_at([](Size q) { return q; }));
    CHECK(value(diagonal, head) == 1);
    CHECK(value(previous, head) == 0);
    CHECK(value(next, head) == 0);
    CHECK(value(first, head) == approximately(0.2));  // the first word looks at itself
    CHECK(value(last, head) == approximately(0.2));
    CHECK(value(uniform, head) == 0);
    CHECK(kind(head) == diagonal);
    CHECK(kind(head, AttentionKind::cross) == diagonal);
    CHECK(mean_entropy(head)->entropy == 0);
}

TEST_CASE("a shifted identity is a head of previous or of next tokens, with the word left out that has none") {
    const HeadWeights back = head_of(5, 5, one_at([](Size q) { return std::max<Size>(q - 1, 0); }));
    CHECK(value(previous, back) == 1);
    CHECK(value(diagonal, back) == approximately(0.2));
    CHECK(kind(back) == previous);

    const HeadWeights forwards = head_of(5, 5, one_at([](Size q) { return std::min<Size>(q + 1, 4); }));
    CHECK(value(next, forwards) == 1);
    CHECK(kind(forwards) == next);
}

TEST_CASE("a head of one column looks at the first or at the last token") {
    const HeadWeights at_first = head_of(4, 6, one_at([](Size) { return 0; }));
    CHECK(value(first, at_first) == 1);
    CHECK(kind(at_first, AttentionKind::cross) == first);
    const HeadWeights at_last = head_of(4, 6, one_at([](Size) { return 5; }));
    CHECK(value(last, at_last) == 1);
    CHECK(kind(at_last, AttentionKind::cross) == last);
    // At most one of the four pairs can be part of an alignment.
    CHECK(value(alignment, at_last) == approximately(0.25));
}

TEST_CASE("the last token is the last that the mask lets anyone see") {
    const auto sees = [](Size, Size k) { return k < 3; };
    const HeadWeights head = head_of(4, 5, one_at([](Size) { return 2; }), sees);
    CHECK(value(last, head) == 1);
    CHECK(chance(last, head) == approximately(1.0 / 3));
}

TEST_CASE("uniform weights are uniform: the highest entropy there is, and of every pattern what chance gives") {
    const HeadWeights head = head_of(3, 4, [](Size, Size) { return 0.25; });
    CHECK(value(uniform, head) == approximately(1));
    for (const AttentionPattern pattern : {diagonal, previous, next, first, last, alignment}) {
        CHECK(value(pattern, head) == approximately(0.25));
        CHECK(chance(pattern, head) == approximately(0.25));
    }
    CHECK(kind(head, AttentionKind::cross) == uniform);
    CHECK(mean_entropy(head)->entropy == approximately(std::log(4)));
    CHECK(mean_entropy(head)->highest == approximately(std::log(4)));
}

TEST_CASE("a path that goes forward in both sentences is an alignment, and only between two sentences is it looked for") {
    // 0 → 0, 1 → 2, 2 → 3, 3 → 5: in order, yet on no diagonal.
    constexpr Size path[] = {0, 2, 3, 5};
    const HeadWeights head = head_of(4, 6, one_at([&](Size q) { return path[q]; }));
    CHECK(value(alignment, head) == 1);
    CHECK(chance(alignment, head) == approximately(1.0 / 6));
    CHECK(kind(head, AttentionKind::cross) == alignment);
    CHECK(!read_head(head, AttentionKind::encoder_self).of(alignment));

    // The same pairs backwards, so no two of them are in order.
    const HeadWeights backwards = head_of(4, 6, one_at([&](Size q) { return path[3 - q]; }));
    CHECK(value(alignment, backwards) == approximately(0.25));
}

TEST_CASE("the heaviest chain is the one that trying all of them finds") {
    Random random(11);
    for (int round = 0; round < 20; ++round) {
        std::vector<double> weights;
        for (int i = 0; i < 12; ++i) weights.push_back(random.uniform());
        const HeadWeights head = head_of(3, 4, [&](Size q, Size k) { return weights[static_cast<std::size_t>(q * 4 + k)]; });
        double heaviest = 0;
        for (int keys = 0; keys < 125; ++keys) {  // a key or none for each of the three queries
            const int chosen[] = {keys % 5 - 1, keys / 5 % 5 - 1, keys / 25 - 1};
            double sum = 0;
            int before = -1;
            bool forwards = true;
            for (Size q = 0; q < 3; ++q) {
                if (chosen[q] < 0) continue;
                forwards = forwards && chosen[q] > before;
                before = chosen[q];
                sum += head.at(q, chosen[q]);
            }
            if (forwards) heaviest = std::max(heaviest, sum);
        }
        CHECK(value(alignment, head) == approximately(heaviest / 3));
    }
}

TEST_CASE("under a causal mask a word that sees itself alone has no choice, and nobody sees the next one") {
    const HeadWeights head = head_of(4, 4, one_at([](Size q) { return q; }), causal);
    CHECK(value(diagonal, head) == 1);
    CHECK(chance(diagonal, head) == approximately((1.0 / 2 + 1.0 / 3 + 1.0 / 4) / 3));
    CHECK(!likeness(next, head));
    CHECK(likeness(last, head)->queries == 1);  // the last word alone sees it
    CHECK(read_head(head, AttentionKind::decoder_self).highest == diagonal);
    CHECK(row_entropy(head, 0)->highest == 0);

    const HeadWeights even = head_of(
        4, 4, [](Size q, Size) { return 1 / static_cast<double>(q + 1); }, causal);
    CHECK(value(uniform, even) == approximately(1));
    CHECK(mean_entropy(even)->entropy == approximately((std::log(1) + std::log(2) + std::log(3) + std::log(4)) / 4));
}

TEST_CASE("with a single key there is nothing to choose and no kind") {
    const HeadReading reading = read_head(head_of(3, 1, [](Size, Size) { return 1.0; }), AttentionKind::cross);
    CHECK(!reading.kind);
    for (const auto& like : reading.likeness) CHECK(!like);
    CHECK(reading.mean->entropy == 0);
    CHECK(reading.mean->highest == 0);
}

TEST_CASE("in a text that is said twice, an induction head looks behind where its word stood, a duplicate head there") {
    // 0 1 2 3 4 0 1 2 3 4
    const auto before = [](Size behind) { return one_at([behind](Size q) { return q < 5 ? Size{0} : q - 5 + behind; }); };
    const auto said_twice = [](HeadWeights head) {
        for (std::int32_t q = 0; q < 10; ++q) head.tokens.push_back(q % 5);
        return head;
    };
    const HeadWeights looks_behind = said_twice(head_of(10, 10, before(1), causal)),
                      looks_there = said_twice(head_of(10, 10, before(0), causal));
    CHECK(value(induction, looks_behind) == approximately(1));
    CHECK(value(duplicate, looks_behind) == approximately(0));
    CHECK(kind(looks_behind, AttentionKind::decoder_self) == induction);
    CHECK(value(duplicate, looks_there) == approximately(1));
    CHECK(kind(looks_there, AttentionKind::decoder_self) == duplicate);
    CHECK(chance(induction, looks_behind) ==
          approximately((1.0 / 6 + 1.0 / 7 + 1.0 / 8 + 1.0 / 9 + 1.0 / 10) / 5));  // one of all keys that may be seen
}

TEST_CASE("without words that stand there again, or where the words are not known, there is neither kind") {
    HeadWeights head = head_of(6, 6, one_at([](Size) { return 0; }), causal);
    CHECK(!likeness(induction, head));
    for (std::int32_t q = 0; q < 6; ++q) head.tokens.push_back(q);
    CHECK(!likeness(induction, head));
    CHECK(!likeness(duplicate, head));
    head.tokens = {7, 7, 7, 7, 7, 7};
    CHECK(likeness(duplicate, head));
    CHECK(!read_head(head, AttentionKind::cross).of(duplicate));
}

TEST_CASE("likenesses of any head are means over the queries that count, which are counted one by one") {
    Random random(71);
    std::array<int, pattern_count> checked{};
    for (int round = 0; round < 400; ++round) {
        const Size count = between(random, 1, 9);
        const bool masked = coin(random), padded = random.below(3) == 0;
        HeadWeights head = head_of(
            count, count, [&](Size, Size) { return random.uniform() / static_cast<double>(count); },
            masked ? SeesAt(causal) : SeesAt(everything));
        for (Size q = 0; q < count; ++q) {
            head.tokens.push_back(static_cast<std::int32_t>(random.below(4)));
            if (padded && q + 1 == count) head.words[static_cast<std::size_t>(q)] = 0;
        }
        Size last_seen = -1, choosing = 0;
        for (Size q = 0; q < count; ++q) {
            if (!head.chooses(q)) continue;
            ++choosing;
            for (Size k = 0; k < count; ++k) last_seen = head.sees(q, k) ? std::max(last_seen, k) : last_seen;
        }
        const HeadReading reading = read_head(head, AttentionKind::encoder_self);
        CHECK(reading.queries == choosing);
        for (const AttentionPattern pattern : {diagonal, previous, next, first, last, duplicate, induction}) {
            double sum = 0;
            Size counting = 0;
            for (Size q = 0; q < count; ++q) {
                if (!head.chooses(q)) continue;
                bool counts = false;
                for (Size k = 0; k < count; ++k) {
                    const auto token = [&](Size at) { return head.tokens[static_cast<std::size_t>(at)]; };
                    const bool meant = pattern == diagonal    ? k == q
                                       : pattern == previous  ? k + 1 == q
                                       : pattern == next      ? k == q + 1
                                       : pattern == first     ? k == 0
                                       : pattern == last      ? k == last_seen
                                       : pattern == duplicate ? k < q && token(k) == token(q)
                                                              : k < q && k > 0 && token(k - 1) == token(q);
                    if (!meant || !head.sees(q, k)) continue;
                    counts = true;
                    sum += head.at(q, k);
                }
                counting += counts;
            }
            const auto& like = reading.of(pattern);
            CHECK(like.has_value() == (counting > 0));
            if (!like) continue;
            CHECK(like->queries == counting);
            CHECK(like->value == approximately(sum / static_cast<double>(counting)));
            ++checked[static_cast<std::size_t>(pattern)];
        }
    }
    for (const AttentionPattern pattern : {diagonal, previous, next, first, last, duplicate, induction})
        CHECK(checked[static_cast<std::size_t>(pattern)] > 100);
}

}  // namespace vitrine::attention_reading_test
