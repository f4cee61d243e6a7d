/// What is read from the weights themselves: entropy, evenness, information, the heaviest keys.

#include "core/explain/attention_reading.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "tests/core/approximately.h"
#include "tests/core/explain/made_heads.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::attention_reading_test {
using namespace vitrine::tests;
using enum vitrine::AttentionPattern;

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
