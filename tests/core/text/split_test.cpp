#include "core/text/split.h"

#include "tests/core/io/helpers.h"

namespace vitrine::split_test {
using namespace vitrine::test;

using Pieces = std::vector<std::string_view>;

TEST_CASE("words are what stands between spaces, however many these are") {
    CHECK(split_at_spaces("je suis étudiant") == Pieces{"je", "suis", "étudiant"});
    CHECK(split_at_spaces("  two   words ") == Pieces{"two", "words"});
    CHECK(split_at_spaces("   ").empty());
    CHECK(split_at_spaces("").empty());
}

TEST_CASE("characters are code points of one to four bytes") {
    CHECK(split_into_characters("aé €𝄞") == Pieces{"a", "é", " ", "€", "𝄞"});
    CHECK(split_into_characters("").empty());
}

TEST_CASE("what is no UTF-8 is refused with its place") {
    check_error([] { split_into_characters("ab\xff"); }, "byte 3");
    check_error([] { split_into_characters("é\xc3"); }, "byte 3");
}

}  // namespace vitrine::split_test
