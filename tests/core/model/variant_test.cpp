#include "core/model/variant.h"

#include <doctest/doctest.h>

#include "core/model/parameters.h"
#include "core/tensor/error.h"
#include "tests/core/pass/altered_runs.h"

namespace vitrine::variant_test {
using namespace vitrine::tests;

namespace {

Configuration base() {
    Configuration c;
    c.d_model = 12, c.nhead = 3;
    c.num_encoder_layers = c.num_decoder_layers = 1;
    c.dim_feedforward = 8;
    c.src_vocab_size = c.tgt_vocab_size = 9;
    return c;
}

}  // namespace

TEST_CASE("a variant changes what it names and nothing else") {
    CHECK(Variant{}.is_own());
    CHECK(with(base(), {.seed = 5}) == base());
    Configuration expected = base();
    expected.norm_placement = NormPlacement::before;
    CHECK(with(base(), {.norm_placement = NormPlacement::before}) == expected);
    expected.nhead = 1, expected.positions = PositionKind::learned;
    const Variant variant{.norm_placement = NormPlacement::before, .heads = 1, .positions = PositionKind::learned};
    CHECK(with(base(), variant) == expected);
    CHECK_FALSE(variant.is_own());
}

TEST_CASE("heads that do not share the width evenly are refused by name") {
    CHECK_THROWS_WITH_AS(with(base(), {.heads = 5}), "heads: d_model 12 cannot be divided evenly among 5 heads", Error);
    CHECK_THROWS_AS(with(base(), {.heads = 0}), Error);
}

TEST_CASE("its weights are those of its seed") {
    const Configuration learned = with(base(), {.positions = PositionKind::learned});
    const Parameters first = initialise(learned, {.seed = 1});
    CHECK(same_cells(first, initialise(learned, {.seed = 1})));
    CHECK_FALSE(same_cells(first, initialise(learned, {.seed = 2})));
    CHECK(first.src_positions.weight.size(0) == learned.max_positions);
}

}  // namespace vitrine::variant_test
