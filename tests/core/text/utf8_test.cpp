#include "core/text/utf8.h"

#include <doctest/doctest.h>

namespace vitrine::utf8_test {

TEST_CASE("characters of one to four bytes are read, with their lengths") {
    const std::string text = "aé€🙂";
    const char32_t expected[] = {U'a', U'é', U'€', U'🙂'};
    std::size_t at = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const Utf8Step step = utf8_step(text, at);
        CHECK(step.valid);
        CHECK(step.character == expected[i]);
        CHECK(step.length == i + 1);
        CHECK(utf8_of(step.character) == text.substr(at, step.length));
        at += step.length;
    }
    CHECK(at == text.size());
}

TEST_CASE("bytes that are no characters become as many U+FFFD as the Unicode Standard's table 3-8 has") {
    CHECK(with_replacements("\x61\xf1\x80\x80\xe1\x80\xc2\x62\x80\x63\x80\xbf\x64") == "a���b�c��d");
    CHECK(with_replacements("\xc0\xaf") == "��");            // longer than needed
    CHECK(with_replacements("\xe0\x80\xaf") == "���");       // longer than needed
    CHECK(with_replacements("\xed\xa0\x80") == "���");       // a surrogate
    CHECK(with_replacements("\xf4\x90\x80\x80") == "����");  // beyond U+10FFFF
    CHECK(with_replacements("\xf0\x9f\x99") == "�");         // cut off
    CHECK(with_replacements("\xf0\x9f\x99z") == "�z");       // broken off
    CHECK(with_replacements("\xf0\x8f\xbf\xbf") == "����");  // longer than needed
    CHECK(with_replacements("\xe2\x82\xe2\x82\xac") == "�€");
    CHECK(with_replacements("\x80") == "�");  // goes on with nothing
    CHECK(with_replacements("\xfe\xff") == "��");
    CHECK(with_replacements("naïve 🙂") == "naïve 🙂");
}

TEST_CASE("the first and the last character of every length are characters, and what lies just outside is none") {
    for (const char* text : {"\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0010ffff"}) {
        const Utf8Step step = utf8_step(text, 0);
        CHECK(step.valid);
        CHECK(utf8_of(step.character) == text);
    }
    for (const char* text :
         {"\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5"}) {
        const Utf8Step step = utf8_step(text, 0);
        CHECK_FALSE(step.valid);
        CHECK(step.length == 1);
        CHECK(step.character == 0);
    }
}

TEST_CASE("a text may be cut in front of every byte that does not go on with a character") {
    using Places = std::vector<std::size_t>;
    CHECK(character_starts("aé€🙂") == Places{0, 1, 3, 6});
    CHECK(character_starts("\x80\xbfz\xff\xc3") == Places{2, 3, 4});
    CHECK(character_starts("").empty());
}

TEST_CASE("the mark in front of a text is left out, once") {
    CHECK(without_byte_order_mark("\ufefftext") == "text");
    CHECK(without_byte_order_mark("\ufeff\ufefftext") == "\ufefftext");
    CHECK(without_byte_order_mark("te\ufeffxt") == "te\ufeffxt");
    CHECK(without_byte_order_mark("\xef\xbb") == "\xef\xbb");
    CHECK(without_byte_order_mark("").empty());
}

TEST_CASE("bytes that are no characters are named one by one") {
    CHECK(with_bytes_named("na\xc3ve") == "na<C3>ve");
    CHECK(with_bytes_named("\xf0\x9f\x99 ok \xff") == "<F0><9F><99> ok <FF>");
    CHECK(with_bytes_named("naïve 🙂") == "naïve 🙂");
}

}  // namespace vitrine::utf8_test
