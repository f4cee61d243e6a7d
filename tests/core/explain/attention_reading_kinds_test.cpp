/// Which pattern a head is called after, in one sentence and in several.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/explain/attention_reading.h"
#include "tests/core/approximately.h"
#include "tests/core/explain/made_heads.h"

namespace vitrine::attention_reading_test {
using namespace vitrine::tests;
using enum vitrine::AttentionPattern;

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

}  // namespace vitrine::attention_reading_test
