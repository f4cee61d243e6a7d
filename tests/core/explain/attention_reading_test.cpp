#include "core/explain/attention_reading.h"

#include <cmath>
#include <functional>
#include <limits>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "tests/core/approximately.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::attention_reading_test {
using namespace vitrine::tests;
using enum vitrine::AttentionPattern;

namespace {

using WeightAt = std::function<double(Size, Size)>;
using SeesAt = std::function<bool(Size, Size)>;

bool everything(Size, Size) { return true; }
bool causal(Size q, Size k) { return k <= q; }

HeadWeights head_of(Size queries, Size keys, const WeightAt& weight, const SeesAt& sees = everything) {
    HeadWeights head{.queries = queries, .keys = keys, .weight = {}, .allowed = {}, .words = {}, .tokens = {}};
    for (Size q = 0; q < queries; ++q) {
        head.words.push_back(1);
        for (Size k = 0; k < keys; ++k) {
            head.weight.push_back(sees(q, k) ? weight(q, k) : 0.0);
            head.allowed.push_back(sees(q, k));
        }
    }
    return head;
}

WeightAt one_at(const std::function<Size(Size)>& key_of) {
    return [key_of](Size q, Size k) { return k == key_of(q) ? 1.0 : 0.0; };
}

double value(AttentionPattern pattern, const HeadWeights& head) {
    const auto like = likeness(pattern, head);
    REQUIRE(like);
    return like->value;
}

double chance(AttentionPattern pattern, const HeadWeights& head) {
    const auto like = likeness(pattern, head);
    REQUIRE(like);
    return like->chance;
}

std::optional<AttentionPattern> kind(const HeadWeights& head, AttentionKind of = AttentionKind::encoder_self) {
    return read_head(head, of).kind;
}

}  // namespace

TEST_CASE("the attention tells of its queries as many bits as the mutual information has") {
    const std::vector<Size> all{0, 1, 2, 3};
    CHECK(*mutual_information(head_of(4, 4, one_at([](Size q) { return q; })), all) == approximately(2));
    CHECK(*mutual_information(head_of(4, 4, one_at([](Size) { return Size{3}; })), all) == approximately(0));
    CHECK(*mutual_information(head_of(4, 4, [](Size, Size) { return 0.25; }), all) == approximately(0));
    CHECK(*mutual_information(head_of(4, 4, one_at([](Size q) { return q / 2; })), all) == approximately(1));
    // Only the queries in question count, and only the keys that they may attend to.
    CHECK(*mutual_information(head_of(4, 4, one_at([](Size q) { return q; })), std::vector<Size>{1, 2}) == approximately(1));
    const HeadWeights seen = head_of(
        4, 4, [](Size q, Size) { return 1.0 / static_cast<double>(q + 1); }, causal);
    const double together = 25.0 / 48 * std::log2(48.0 / 25) + 13.0 / 48 * std::log2(48.0 / 13) + 7.0 / 48 * std::log2(48.0 / 7) +
                            3.0 / 48 * std::log2(48.0 / 3);
    CHECK(*mutual_information(seen, all) == approximately(together - (0 + 1 + std::log2(3.0) + 2) / 4));
    CHECK(!mutual_information(seen, {}));
    CHECK(!mutual_information(head_of(2, 2, [](Size, Size) { return std::nan(""); }), std::vector<Size>{0}));
}

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

TEST_CASE("a head's kind is the pattern that it is most like") {
    const auto leaning = [](double above) {
        return head_of(4, 4, [above](Size q, Size k) { return 0.25 * (1 - above) + (q == k ? above : 0.0); });
    };
    // 0.7 of the weight on one of four words: entropy −0.7 ln 0.7 − 3 · 0.1 ln 0.1 of ln 4.
    CHECK(value(diagonal, leaning(0.6)) == approximately(0.7));
    CHECK(value(uniform, leaning(0.6)) == approximately(0.6783898247235197));
    CHECK(kind(leaning(0.6)) == diagonal);
    // 0.625 against an evenness of 0.78: most like uniform weights, though not like them enough.
    CHECK(read_head(leaning(0.5), AttentionKind::encoder_self).highest == uniform);
    CHECK(!kind(leaning(0.5)));
    CHECK(kind(leaning(0.1)) == uniform);
}

TEST_CASE("a clear diagonal is preferred to the alignment that it is, too; without one the alignment counts") {
    // Next tokens for five words of ten, other words forward for four: 0.5 next, 0.9 aligned.
    constexpr Size path[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 0};
    const auto along = [&](int words) { return head_of(words, 11, one_at([&](Size q) { return path[q]; })); };
    CHECK(value(next, along(10)) == approximately(0.5));
    CHECK(value(alignment, along(10)) == approximately(0.9));
    CHECK(kind(along(10), AttentionKind::cross) == alignment);
    CHECK(value(next, along(9)) == approximately(5.0 / 9));
    CHECK(value(alignment, along(9)) == approximately(1));
    CHECK(kind(along(9), AttentionKind::cross) == next);
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

TEST_CASE("evenness is a share of what each row could have: it grows with no sentence, and is what makes a head uniform") {
    // The same for six words as for two, and for the second word under a causal mask as for the last one.
    for (const Size keys : {2, 6}) {
        const HeadReading reading =
            read_head(head_of(4, keys, [keys](Size, Size) { return 1.0 / static_cast<double>(keys); }), AttentionKind::cross);
        CHECK(*reading.evenness() == approximately(1));
    }
    // Half of the words look at one key alone, the others at all alike.
    const HeadWeights half = head_of(4, 4, [](Size q, Size k) { return q < 2 ? 0.25 : k == 0 ? 1.0 : 0.0; });
    CHECK(*read_head(half, AttentionKind::cross).evenness() == approximately(0.5));
    // A row with two keys counts as much as one with many: ln 2 / ln 2 and 0 / ln 3, not (ln 2 + 0) / (ln 2 + ln 3).
    const HeadWeights uneven = head_of(
        3, 3, [](Size q, Size k) { return q == 1   ? 0.5
                                          : k == 0 ? 1.0
                                                   : 0.0; }, causal);
    CHECK(*read_head(uneven, AttentionKind::decoder_self).evenness() == approximately(0.5));
    CHECK(!read_head(head_of(3, 1, [](Size, Size) { return 1.0; }), AttentionKind::cross).evenness());
}

TEST_CASE("padding asks nothing that counts, and who may see no key has no entropy") {
    HeadWeights head = head_of(3, 3, one_at([](Size q) { return q == 2 ? 0 : q; }));
    head.words[2] = 0;
    CHECK(value(diagonal, head) == 1);
    CHECK(mean_entropy(head)->entropy == 0);

    const HeadWeights blind = head_of(
        2, 3, [](Size, Size) { return 1.0 / 3; }, [](Size, Size) { return false; });
    CHECK(!row_entropy(blind, 0));
    CHECK(!mean_entropy(blind));
    CHECK(!kind(blind));
}

TEST_CASE("of weights that are NaN nothing is said, unless the mask or padding takes them out") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    HeadWeights head = head_of(
        3, 3, [](Size, Size) { return 1.0 / 3; }, causal);
    head.weight[head.cell(0, 2)] = nan;
    CHECK_FALSE(read_head(head, AttentionKind::decoder_self).has_nan);
    head.weight[head.cell(2, 1)] = nan;
    const HeadReading reading = read_head(head, AttentionKind::decoder_self);
    CHECK(reading.has_nan);
    CHECK_FALSE(reading.mean);
    CHECK_FALSE(reading.kind);
    CHECK_FALSE(reading.evenness());
    head.words[2] = 0;
    CHECK_FALSE(read_head(head, AttentionKind::decoder_self).has_nan);
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

namespace {

/// A head under a causal mask that does perfect induction where a token has stood before, and else looks at the first position.
HeadWeights inducing(const std::vector<std::int32_t>& tokens) {
    const auto count = static_cast<Size>(tokens.size());
    const auto key_of = [&](Size q) {
        for (Size before = q - 1; before >= 0; --before) {
            if (tokens[static_cast<std::size_t>(before)] == tokens[static_cast<std::size_t>(q)]) return before + 1;
        }
        return Size{0};
    };
    HeadWeights head = head_of(count, count, one_at(key_of), causal);
    head.tokens = tokens;
    return head;
}

}  // namespace

TEST_CASE("a perfect induction head is one where a third of the tokens repeat, and says of how many it is so") {
    const HeadReading third =
        read_head(inducing({0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4}), AttentionKind::decoder_self);  // four of twelve
    REQUIRE(third.of(induction));
    CHECK(third.of(induction)->value == 1);
    CHECK(third.of(induction)->queries == 4);
    CHECK(third.of(first)->value == approximately(7.0 / 11));  // clear as well, but at none of those that count for induction
    CHECK(third.queries == 11);
    CHECK(third.highest == induction);
    CHECK(third.kind == induction);

    // The same if the rows of all other queries are even.
    HeadWeights even = inducing({0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4});
    for (Size q = 0; q < 8; ++q) {
        for (Size k = 0; k <= q; ++k) even.weight[even.cell(q, k)] = 1.0 / static_cast<double>(q + 1);
    }
    CHECK(kind(even, AttentionKind::decoder_self) == induction);
}

TEST_CASE("of one or two queries a likeness is a figure and no kind") {
    for (const auto& [tokens, count] : {std::pair{std::vector<std::int32_t>{0, 1, 2, 3, 4, 1}, Size{1}},
                                        {std::vector<std::int32_t>{0, 1, 2, 3, 4, 1, 2}, Size{2}}}) {
        const HeadReading reading = read_head(inducing(tokens), AttentionKind::decoder_self);
        REQUIRE(reading.of(induction));
        CHECK(reading.of(induction)->value == 1);
        CHECK(reading.of(induction)->queries == count);
        CHECK_FALSE(reading.has_enough(induction));
        CHECK(reading.highest == first);  // what most of its queries do
        CHECK(reading.kind == first);
    }
    // Two queries are too few for any kind; what the head is most like still has its number.
    const HeadReading two = read_head(head_of(2, 2, one_at([](Size q) { return q; })), AttentionKind::encoder_self);
    CHECK(two.highest == diagonal);
    CHECK(two.of(diagonal)->queries == 2);
    CHECK_FALSE(two.kind);
    CHECK(kind(head_of(3, 3, one_at([](Size q) { return q; }))) == diagonal);
}

TEST_CASE("a position that few queries see names no head, however much weight they give it") {
    // The last of nine words looks at itself, which no other sees; the others look around.
    const HeadWeights head = head_of(
        9, 9, [](Size q, Size k) { return q == 8 ? (k == 8 ? 1.0 : 0.0) : 1.0 / static_cast<double>(q + 1); }, causal);
    const HeadReading reading = read_head(head, AttentionKind::decoder_self);
    CHECK(reading.of(last)->value == 1);
    CHECK(reading.of(last)->queries == 1);
    CHECK(reading.highest == uniform);
    // Three sentences of this kind have three such queries, but still of 24.
    HeadTally tally(AttentionKind::decoder_self);
    for (int i = 0; i < 3; ++i) tally.add(head);
    CHECK(tally.reading().of(last)->queries == 3);
    CHECK_FALSE(tally.reading().has_enough(last));
    CHECK(tally.reading().kind != last);
}

TEST_CASE("where repeated tokens stand at the same distance, the head of a distance is called after that") {
    // a b a b a b a b: what followed a token before is the token before it, for the head of previous tokens as for one of
    // induction.
    HeadWeights previous_token = head_of(
        8, 8, [](Size q, Size k) { return k == q - 1 ? 0.98 : 0.02 / static_cast<double>(std::max<Size>(1, q)); }, causal);
    for (std::int32_t q = 0; q < 8; ++q) previous_token.tokens.push_back(q % 2);
    const HeadReading reading = read_head(previous_token, AttentionKind::decoder_self);
    CHECK(reading.of(induction)->value > reading.of(previous)->value);
    CHECK(reading.highest == induction);
    CHECK(reading.kind == previous);
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

TEST_CASE("several sentences are read as if their queries were of one, and those without numbers are left out") {
    const HeadWeights four = head_of(4, 4, one_at([](Size q) { return q; })), two = head_of(2, 2, one_at([](Size) { return 0; }));
    HeadWeights broken = four;
    broken.weight[0] = std::numeric_limits<double>::quiet_NaN();
    HeadTally tally(AttentionKind::cross);
    for (const HeadWeights& head : {four, broken, two}) tally.add(head);
    const HeadReading reading = tally.reading();
    CHECK_FALSE(reading.has_nan);
    CHECK(reading.queries == 6);
    CHECK(reading.of(diagonal)->value == approximately(5.0 / 6));
    CHECK(reading.of(diagonal)->queries == 6);
    CHECK(reading.of(alignment)->value == approximately((4.0 + 1.0) / (4 + 2)));
    CHECK(reading.of(diagonal)->chance == approximately((4 * 0.25 + 2 * 0.5) / 6));
    HeadTally none(AttentionKind::cross);
    none.add(broken);
    CHECK(none.reading().has_nan);
    CHECK_FALSE(none.reading().highest);
}

TEST_CASE("weights are alike that rounding has made differ, or that four decimals do not tell apart") {
    CHECK(weights_alike(1.0 / 3, 1.0 / 3));
    CHECK(weights_alike(0.33333331, 0.33333337));
    CHECK(weights_alike(0.33331, 0.33334));  // both 0.3333
    CHECK_FALSE(weights_alike(0.3334, 0.3333));
    CHECK_FALSE(weights_alike(0.00021, 0.00024));  // both 0.0002, but one is an eighth larger
    CHECK(weights_alike(2.000001e-7, 2.000002e-7));
    CHECK_FALSE(weights_alike(2.00e-7, 2.01e-7));
    CHECK_FALSE(weights_alike(std::numeric_limits<double>::quiet_NaN(), 0.5));

    const auto row = [](std::vector<double> weights) {
        return head_of(1, static_cast<Size>(weights.size()),
                       [weights](Size, Size k) { return weights[static_cast<std::size_t>(k)]; });
    };
    CHECK(keys_of_most_weight(row({0.25, 0.25, 0.5}), 0) == std::vector<Size>{2});
    CHECK(keys_of_most_weight(row({0.4, 0.2, 0.40000001}), 0) == std::vector<Size>{0, 2});
    CHECK(keys_of_most_weight(row({0, 0}), 0).empty());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(keys_of_most_weight(row({nan, 0.3, 0.2}), 0) == std::vector<Size>{1});
    CHECK(keys_of_most_weight(row({nan, nan}), 0).empty());
}

TEST_CASE("the heaviest keys are as few as hold the share") {
    const HeadWeights head = head_of(1, 5, [](Size, Size k) {
        return std::array{0.1, 0.4, 0.0, 0.4, 0.1}[static_cast<std::size_t>(k)];
    });
    CHECK(heaviest_keys(head, 0, 0.4) == std::vector<Size>{1});
    CHECK(heaviest_keys(head, 0, 0.7) == std::vector<Size>{1, 3});
    CHECK(heaviest_keys(head, 0, 0.85) == std::vector<Size>{1, 3, 0});
    CHECK(heaviest_keys(head, 0, 1) == std::vector<Size>{1, 3, 0, 4});  // a key without weight is never drawn
    CHECK(heaviest_keys(head, 0, 0).empty());
}

TEST_CASE("entropies and likenesses of any model lie within their bounds") {
    const Counted checks(100);
    Random random(5);
    for (int round = 0; round < 40; ++round) {
        const Configuration c = random_configuration(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random);
        Activations activations;
        forward(c, parameters, batch, activations);
        for (const AttentionKind which : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
            const QueryTokens asking =
                side_of_queries(which) == Side::source ? QueryTokens{batch.src, c.pad_src} : QueryTokens{batch.tgt, c.pad_tgt};
            for (Size b = 0; b < batch.sentences(); ++b) {
                const HeadWeights head = head_weights(attention_of(activations, {which, 0}), {b, 0}, asking);
                for (Size q = 0; q < head.queries; ++q) {
                    const auto row = row_entropy(head, q);
                    if (!row) continue;
                    CHECK(row->entropy >= -1e-6);
                    CHECK(row->entropy <= row->highest + 1e-5);
                }
                for (const auto& like : read_head(head, which).likeness) {
                    if (!like) continue;
                    CHECK(like->value >= -1e-6);
                    CHECK(like->value <= 1 + 1e-5);
                    CHECK(like->chance > 0);
                }
            }
        }
    }
}

}  // namespace vitrine::attention_reading_test
