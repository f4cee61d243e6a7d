#include "core/model/sentence.h"

#include <doctest/doctest.h>

namespace vitrine::sentence_test {

TEST_CASE("sentences side by side are filled up with pad to the longest") {
    IndexTensor tokens{Axis::batch, Axis::position};
    pad_together({{1, 2}, {3}, {4, 5, 6}}, 9, tokens);
    REQUIRE(tokens.size(0) == 3);
    REQUIRE(tokens.size(1) == 3);
    const std::int32_t expected[] = {1, 2, 9, 3, 9, 9, 4, 5, 6};
    for (int i = 0; i < 9; ++i) CHECK(tokens.data()[i] == expected[i]);
}

}  // namespace vitrine::sentence_test
