#include "core/text/byte_alphabet.h"

#include <set>

#include <doctest/doctest.h>

namespace vitrine::byte_alphabet_test {

TEST_CASE("every byte has a character of its own") {
    std::set<char32_t> characters;
    for (unsigned byte = 0; byte < 256; ++byte) {
        const char32_t character = character_of_byte(static_cast<std::uint8_t>(byte));
        characters.insert(character);
        CHECK(byte_of_character(character) == static_cast<std::uint8_t>(byte));
    }
    CHECK(characters.size() == 256);
    CHECK(*characters.begin() == U'!');
    CHECK(*characters.rbegin() == U'\u0143');
}

TEST_CASE("the characters are GPT-2's") {
    CHECK(spelled(" the\n") == "ĠtheĊ");
    CHECK(spelled("é") == "Ã©");
    CHECK(spelled(std::string_view("\0\x7f\xa0\xad\xff", 5)) == "ĀġłŃÿ");
    CHECK(spelled("~") == "~");
}

TEST_CASE("what was spelled is read back, and nothing else") {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    CHECK(bytes_spelled(spelled(all)) == all);
    CHECK(bytes_spelled("") == "");
    CHECK(!bytes_spelled("a space"));
    CHECK(!bytes_spelled("漢"));
    CHECK(!bytes_spelled("\xff"));
    CHECK(!byte_of_character(U'\u0144'));
    CHECK(!byte_of_character(U'\u00ad'));
}

}  // namespace vitrine::byte_alphabet_test
