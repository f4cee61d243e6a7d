#include "core/model/masks.h"

#include <doctest/doctest.h>

namespace vitrine::masks_test {

namespace {

constexpr std::int32_t pad = 9;

IndexTensor two_sentences() {
    IndexTensor tokens(Axis::batch, Axis::position);
    tokens.resize({2, 3});
    const std::int32_t ids[] = {1, 2, 3, 4, pad, pad};
    std::copy(ids, ids + 6, tokens.data());
    return tokens;
}

void check_mask(Size queries, const MaskOptions& options, std::initializer_list<int> expected) {
    MaskTensor mask(Axis::batch, Axis::head, Axis::query, Axis::key);
    make_mask(two_sentences(), queries, options, mask);
    REQUIRE(mask.count() == static_cast<Size>(expected.size()));
    CHECK(mask.size(1) == 1);
    Size i = 0;
    for (const int cell : expected) CHECK(mask.data()[i++] == cell);
}

}  // namespace

TEST_CASE("padding is hidden from every query") { check_mask(2, {.pad = pad}, {1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 0, 0}); }

TEST_CASE("on the wrong axis it is what hides everything from a query that is padding, and is hidden from none itself") {
    check_mask(2, {.pad = pad, .padding = PaddingAxis::queries}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0});
    check_mask(3, {.pad = pad, .causal = true, .padding = PaddingAxis::queries},
               {1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("a causal mask hides what comes later, and padding as well") {
    check_mask(3, {.pad = pad, .causal = true}, {1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0});
}

}  // namespace vitrine::masks_test
