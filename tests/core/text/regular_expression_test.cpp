#include "core/text/regular_expression.h"

#include <chrono>

#include <oniguruma.h>

#include "tests/core/io/helpers.h"

namespace vitrine::regular_expression_test {
using namespace vitrine::test;

namespace {

std::vector<std::string> found(const char* expression, const std::string& text) {
    std::vector<std::string> parts;
    for (const TextSpan& span : RegularExpression(expression).matches(text)) parts.emplace_back(span.of(text));
    return parts;
}

using Parts = std::vector<std::string>;

/// Since 6.9.9 Oniguruma counts symbols as [[:punct:]], as POSIX does.
constexpr bool punctuation_has_symbols =
    ONIGURUMA_VERSION_MAJOR * 10000 + ONIGURUMA_VERSION_MINOR * 100 + ONIGURUMA_VERSION_TEENY >= 60909;

}  // namespace

TEST_CASE("matches are found from left to right, by the characters of Unicode") {
    CHECK(found("\\p{L}+", "été, Ωμ 漢字") == Parts{"été", "Ωμ", "漢字"});
    CHECK(found("\\p{N}{1,3}", "12345") == Parts{"123", "45"});
    CHECK(found("\\s+(?!\\S)|\\s+", "a   b") == Parts{"  ", " "});
    CHECK(found("(?i:'s|'ll)", "he'S I'LL") == Parts{"'S", "'LL"});
    CHECK(found("\\s", "a\u180e\u2003b") == Parts{"\u2003"});
    CHECK(found("\\w+", "e\u0301 ⓐ_1") == Parts{"e\u0301", "ⓐ_1"});
    CHECK(found("[^\\W\\d_]+", "a\u0307b_1c") == Parts{"a\u0307b", "c"});
    CHECK(found("[\\S\n]+", "a b\nc") == Parts{"a", "b\nc"});
    CHECK(found("\\p{Han}", "漢〓、") == Parts{"漢"});
    CHECK(found("\\b.", "e\u0301t ⓐ") == Parts{"e", " ", "ⓐ"});
    CHECK(found("\\B.", "e\u0301t") == Parts{"\u0301", "t"});
    CHECK(found("x*", "axb") == Parts{"", "x", ""});
    CHECK(found("^.", "ab\ncd") == Parts{"a", "c"});
}

TEST_CASE("kinds of characters are Oniguruma's, which differ between sets and without them") {
    CHECK(found("\\w", "a½²①") == Parts{"a", "½", "²"});
    CHECK(found("[\\w]", "a½²①") == Parts{"a"});
    CHECK(found("\\W", "½-") == Parts{"-"});
    CHECK(found("\\b.", "½ ") == Parts{"½", " "});
    CHECK(found("[[:alpha:]]", "aⅧ\u0345\u0301½1") == Parts{"a", "Ⅷ", "\u0345"});
    CHECK(found("[[:alnum:]]", "ⅧÅ½٣") == Parts{"Ⅷ", "Å", "٣"});
    CHECK(found("[[:word:]]", "e\u0301½_") == Parts{"e", "\u0301", "_"});
    CHECK(found("[[:punct:]]", "a!€°+") == (punctuation_has_symbols ? Parts{"!", "€", "°", "+"} : Parts{"!"}));
    CHECK(found("[[:upper:]]", "ⅧaA") == Parts{"Ⅷ", "A"});
    CHECK(found("[[:lower:]]", "ªaA") == Parts{"ª", "a"});
    CHECK(found("[[:space:]]", "a\u180e\u2028b") == Parts{"\u2028"});
    CHECK(found("[[:blank:]]", "\u180e\t\u2003\n") == Parts{"\t", "\u2003"});
    CHECK(found("[[:graph:]]", " a\u2066\n") == Parts{"a", "\u2066"});
    CHECK(found("[[:print:]]", "\u2028 \u2066\n") == Parts{" ", "\u2066"});
    CHECK(found("[[:^punct:]x]", "a€x!") == (punctuation_has_symbols ? Parts{"a", "x"} : Parts{"a", "€", "x"}));
}

TEST_CASE("bytes that are no characters match nothing, and part a text") {
    CHECK(found(".+",
                "ab\xff"
                "cd\xc3") == Parts{"ab", "cd"});
    CHECK(found("[^a]", "\xff") == Parts{});
}

TEST_CASE("a long text without a match is read once") {
    const std::string text(300'000, 'a');
    CHECK(found("b", text).empty());
    CHECK(found("a{1000}", text).size() == 300);
}

TEST_CASE("what Oniguruma writes in a way of its own is read, and what is malformed is refused") {
    CHECK(found("[\\h]+", "xyz12af") == Parts{"12af"});
    CHECK(found("\\u00e9", "été") == Parts{"é", "é"});
    CHECK(found("(?m:a.b)", "a\nb") == Parts{"a\nb"});
    CHECK(found("[a-z&&[^b]]+", "abc") == Parts{"a", "c"});
    CHECK(found("[a[bc]]+", "xabcx") == Parts{"abc"});
    CHECK(found("(?<=a)[[:digit:]\\]]", "a1b2a]") == Parts{"1", "]"});
    check_error([] { RegularExpression("(a"); }, "refused: end pattern with unmatched parenthesis");
    check_error([] { RegularExpression("a{1,999999}"); }, "refused: too big number");
    check_error([] { RegularExpression("\xff"); }, "not UTF-8");
}

TEST_CASE("an expression that would take for ever is stopped") {
    const auto begun = std::chrono::steady_clock::now();
    const std::string row(30'000, 'a');
    check_error([&] { found("(a+)+[bd]", row + "c"); }, "too many steps");
    check_error([&] { found("(a|aa)+$", row + "c"); }, "too many steps");
    CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(20));
}

}  // namespace vitrine::regular_expression_test
