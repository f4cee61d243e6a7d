#include "core/text/unicode.h"

#include <doctest/doctest.h>

namespace vitrine::unicode_test {

namespace {

std::string in_nfkc(std::string_view text) {
    std::string room;
    return std::string(normalised(text, UnicodeForm::nfkc, room));
}

}  // namespace

TEST_CASE("texts are brought into Normalisation Form KC") {
    CHECK(in_nfkc("plain") == "plain");
    CHECK(in_nfkc("e\u0301tudiant") == "étudiant");
    CHECK(in_nfkc("ﬁnd ½ ①") == "find 1\u20442 1");
    CHECK(in_nfkc("\u00a0non\u00a0") == " non ");
    CHECK(in_nfkc("\u1100\u1161\u11a8") == "각");
    CHECK(in_nfkc(std::string_view("\0\u2126", 4)) == std::string_view("\0Ω", 3));
}

TEST_CASE("bytes that are no characters stay where they are when a text is normalised") {
    CHECK(in_nfkc("e\u0301\xff"
                  "e\u0301\xc3") ==
          "é\xff"
          "é\xc3");
    CHECK(in_nfkc("e\xff\u0301") == "e\xff\u0301");
    CHECK(in_nfkc("\xe2\x82") == "\xe2\x82");
}

}  // namespace vitrine::unicode_test
