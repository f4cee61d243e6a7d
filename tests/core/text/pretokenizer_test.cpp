#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/text/pretokenizer/gpt2_words.h"

namespace vitrine::pretokenizer_test {

namespace {

using Pieces = std::vector<std::string>;

Pieces pieces_of(const std::string& text) {
    Pieces pieces;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = piece_end(text, start);
        REQUIRE(end > start);
        pieces.push_back(text.substr(start, end - start));
        start = end;
    }
    return pieces;
}

}  // namespace

TEST_CASE("letters, digits and other signs are pieces, each with the space before it") {
    CHECK(pieces_of("Hello world, 42 times!") == Pieces{"Hello", " world", ",", " 42", " times", "!"});
    CHECK(pieces_of("a1b2--c") == Pieces{"a", "1", "b", "2", "--", "c"});
    CHECK(pieces_of("snake_case") == Pieces{"snake", "_", "case"});
}

TEST_CASE("contractions are cut off, where they are written small") {
    CHECK(pieces_of("I'm we'll they've you're he'd it's don't") ==
          Pieces{"I", "'m", " we", "'ll", " they", "'ve", " you", "'re", " he", "'d", " it", "'s", " don", "'t"});
    CHECK(pieces_of("L'arbre") == Pieces{"L", "'", "arbre"});
    CHECK(pieces_of("DON'T") == Pieces{"DON", "'", "T"});
    CHECK(pieces_of(" 's") == Pieces{" '", "s"});
    CHECK(pieces_of("'sometimes") == Pieces{"'s", "ometimes"});
    CHECK(pieces_of("''s") == Pieces{"''", "s"});
}

TEST_CASE("of several spaces the last one goes with the word") {
    CHECK(pieces_of("  two  spaces") == Pieces{" ", " two", " ", " spaces"});
    CHECK(pieces_of("a\tb") == Pieces{"a", "\t", "b"});
    CHECK(pieces_of("a \n\t b") == Pieces{"a", " \n\t", " b"});
    CHECK(pieces_of("a \tb") == Pieces{"a", " ", "\t", "b"});
    CHECK(pieces_of("end  ") == Pieces{"end", "  "});
    CHECK(pieces_of(" ") == Pieces{" "});
    CHECK(pieces_of("a\u2003\u3000 b") == Pieces{"a", "\u2003\u3000", " b"});
}

TEST_CASE("letters and digits are Unicode's") {
    CHECK(pieces_of("été Ωμέγα 漢字") == Pieces{"été", " Ωμέγα", " 漢字"});
    CHECK(pieces_of("٣x²Ⅷ") == Pieces{"٣", "x", "²Ⅷ"});
    CHECK(pieces_of("e\u0301t🙂€") == Pieces{"e", "\u0301", "t", "🙂€"});  // an accent by itself is no letter
    CHECK(pieces_of("a\u200bb") == Pieces{"a", "\u200b", "b"});                    // nor is this a space
}

TEST_CASE("bytes that are no characters are signs like others") {
    CHECK(pieces_of("caf\xe9 \xff\xc3!") == Pieces{"caf", "\xe9", " \xff\xc3!"});
    CHECK(pieces_of("\xf0\x9f") == Pieces{"\xf0\x9f"});
}

}  // namespace vitrine::pretokenizer_test
