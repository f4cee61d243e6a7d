#include "core/scores/white_space.h"

#include <doctest/doctest.h>

namespace vitrine::white_space_test {

using Pieces = std::vector<std::string_view>;

TEST_CASE("white space is what Python splits at, of whatever width and script") {
    CHECK(split_at_white_space("  two \t\n words\r\n") == Pieces{"two", "words"});
    CHECK(split_at_white_space("«\u00a0guillemets\u202f»\u3000x\u2009y\u0085z") == Pieces{"«", "guillemets", "»", "x", "y", "z"});
    CHECK(split_at_white_space("a\x1c"
                               "b\x1f"
                               "c") == Pieces{"a", "b", "c"});
    CHECK(split_at_white_space("zero\u200bwidth") == Pieces{"zero\u200bwidth"});  // U+200B is not white space
    CHECK(split_at_white_space("été") == Pieces{"été"});
    CHECK(split_at_white_space(" \t ").empty());
    CHECK(split_at_white_space("").empty());
}

TEST_CASE("a byte that is no UTF-8 is a character and no white space") {
    CHECK(characters_of("é\xff€\xc3") == Pieces{"é", "\xff", "€", "\xc3"});
    CHECK(split_at_white_space("\xa0 \x85") == Pieces{"\xa0", "\x85"});
    CHECK(characters_of("").empty());
}

}  // namespace vitrine::white_space_test
