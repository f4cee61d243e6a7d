#include "core/text/plain_text.h"

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/text/utf8.h"

namespace vitrine::plain_text_test {

TEST_CASE("a share is 100 % only where it is whole, and 0 % only where it is nothing") {
    CHECK(percent(1) == "100 %");
    CHECK(percent(0, 1) == "0.0 %");
    CHECK(percent(299.0 / 300) == "99 %");
    CHECK(percent(0.9996, 1) == "99.9 %");
    CHECK(percent(0.004) == "below 1 %");
    CHECK(percent(0.975, 1) == "97.5 %");
    for (int i = 1; i < 10000; ++i) {
        for (int decimals = 0; decimals <= 2; ++decimals) {
            const std::string text = percent(i / 10000.0, decimals);
            CAPTURE(text);
            const std::size_t begin = text.starts_with("below ") ? 6 : 0;
            const double shown = std::strtod(text.c_str() + begin, nullptr) / 100, step = decimals == 0   ? 0.01
                                                                                          : decimals == 1 ? 1e-3
                                                                                                          : 1e-4;
            CHECK(shown > 0);
            CHECK(shown < 1);
            CHECK(shown == doctest::Approx(i / 10000.0).epsilon(0).scale(1).epsilon(step));
        }
    }
}

TEST_CASE("one of a thing is no plural") {
    CHECK(counted(0, "word") == "0 words");
    CHECK(counted(1, "word") == "1 word");
    CHECK(counted(1234, "word") == "1 234 words");
}

TEST_CASE("a word is printed on one line that commands no terminal, and as UTF-8") {
    CHECK(printable("a\nb\x1b[1m") == "a␊b␛[1m");
    CHECK(printable("\xc2\x9b\xe2\x80\xa8") == "<U+009B><U+2028>");
    CHECK(printable("caf\xc3\xa9\xc3") == "café<C3>");
    CHECK(printable("a\tb") == "a␉b");
}

TEST_CASE("a word turns no text around it") {
    // All characters with Unicode's property Bidi_Control, and similar ones that are deprecated.
    for (const char32_t code : U"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u206a\u206f") {
        if (code == 0) continue;
        CHECK(printable("a" + utf8_of(code) + "b") == fmt::format("a<U+{:04X}>b", static_cast<unsigned>(code)));
    }
    CHECK(printable("\u2010\u2030\u2065\u2070\u200d") == "\u2010\u2030\u2065\u2070\u200d");  // their neighbours
}

TEST_CASE("of lines only the ends stay what they are") {
    CHECK(printable_lines("a\tb\n\n\x1b[1mc") == "a␉b\n\n␛[1mc");
    CHECK(printable_lines("a\n") == "a\n");
    CHECK(printable_lines("").empty());
}

TEST_CASE("what is quoted is printable, and of a long text both ends can be read") {
    CHECK(in_quotes("word") == "'word'");
    CHECK(in_quotes("a\nb\u202e") == "'a␊b<U+202E>'");
    CHECK(in_quotes(std::string(80, 'x')) == "'" + std::string(80, 'x') + "'");
    const std::string quoted = in_quotes("begins" + std::string(100'000, 'x') + "ends");
    CHECK(quoted.size() < 100);
    CHECK(quoted.starts_with("'beginsx"));
    CHECK(quoted.ends_with("xends'"));
    std::string letters;
    for (int i = 0; i < 100; ++i) letters += "é";
    const std::string cut = in_quotes("x" + letters);  // between characters
    CHECK(with_replacements(cut) == cut);
    CHECK(cut.find('<') == std::string::npos);
}

TEST_CASE("a shortened text ends with a whole character") {
    CHECK(shortened("abc", 3) == "abc");
    CHECK(shortened("abcd", 3) == "abc…");
    CHECK(shortened("aéb", 2) == "a…");
}

}  // namespace vitrine::plain_text_test
