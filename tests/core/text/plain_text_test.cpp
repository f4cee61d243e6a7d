#include "core/text/plain_text.h"

#include <cstdlib>
#include <string>

#include <doctest/doctest.h>

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
    CHECK(counted(1234, "word") == "1,234 words");
}

TEST_CASE("a word is printed on one line that commands no terminal, and as UTF-8") {
    CHECK(printable("a\nb\x1b[1m") == "a␊b␛[1m");
    CHECK(printable("\xc2\x9b\xe2\x80\xa8") == "<U+009B><U+2028>");
    CHECK(printable("caf\xc3\xa9\xc3") == "café<C3>");
}

TEST_CASE("a shortened text ends with a whole character") {
    CHECK(shortened("abc", 3) == "abc");
    CHECK(shortened("abcd", 3) == "abc…");
    CHECK(shortened("aéb", 2) == "a…");
}

}  // namespace vitrine::plain_text_test
