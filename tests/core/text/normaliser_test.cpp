#include "core/text/normaliser/normaliser.h"

#include "tests/core/io/helpers.h"

namespace vitrine::normaliser_test {
using namespace vitrine::test;

namespace {

std::string after(const auto& step, std::string text) {
    Normaliser{{step}}.apply(text);
    return text;
}

std::string little_endian(std::uint32_t number) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xff);
    return bytes;
}

/// A map of the one key "a". Its root's children begin at unit 0, "a" is unit 97, and the leaf of "a" is unit 97 ^ 1.
std::string map_of_a(std::uint32_t text, const std::string& texts) {
    std::string units;
    for (std::uint32_t unit = 0; unit < 128; ++unit) {
        units += little_endian(unit == 97 ? 97u | 1u << 8 | 1u << 10 : unit == (97u ^ 1u) ? 1u << 31 | text : 0);
    }
    return little_endian(static_cast<std::uint32_t>(units.size())) + units + texts;
}

}  // namespace

TEST_CASE("letters become small one by one, and accents go") {
    CHECK(after(normaliser::Lowercase(), "ΟΔΟΣ İẞ") == "οδοσ i\u0307ß");
    CHECK(after(normaliser::StripAccents(), "e\u0301é\u0903") == "eé");
    CHECK(after(normaliser::BertNormalizer(), "Café\t\u200b日x\x01") == "cafe  日 x");
    CHECK(after(normaliser::BertNormalizer{.strip_accents = false}, "Café") == "café");
}

TEST_CASE("texts are put in front, taken off the ends and replaced") {
    CHECK(after(normaliser::Prepend{"▁"}, "a") == "▁a");
    CHECK(after(normaliser::Prepend{"▁"}, "") == "");
    CHECK(after(normaliser::Strip(), "\u2003 a b\n") == "a b");
    CHECK(after(normaliser::Strip{.strip_right = false}, " a ") == "a ");
    CHECK(after(normaliser::Strip{.strip_left = false}, " a ") == " a");
    CHECK(after(normaliser::Strip(), " \n ") == "");
    CHECK(after(normaliser::Replace{{Pattern::Kind::string, " "}, "▁"}, " a b") == "▁a▁b");
    CHECK(after(normaliser::Replace{{Pattern::Kind::regular_expression, " {2,}"}, " "}, "a   b c") == "a b c");
}

TEST_CASE("a packed map replaces characters, and one that leads outside is refused") {
    const normaliser::Precompiled map(map_of_a(2, std::string("b\0cc\0", 5)));
    CHECK(after(map, "xay") == "xccy");
    CHECK(after(map, "") == "");
    CHECK(after(normaliser::Precompiled(), "xay") == "xay");
    check_error([] { normaliser::Precompiled(std::string("ab")); }, "cut off");
    check_error([] { normaliser::Precompiled(little_endian(5000) + "abcd"); }, "5000 bytes, of 4");
    check_error([] { normaliser::Precompiled(map_of_a(5, std::string("b\0cc\0", 5))); }, "behind its end");
    check_error([] { normaliser::Precompiled(map_of_a(0, "b")); }, "has no end");
    check_error([] { normaliser::Precompiled(map_of_a(0, std::string("\xff\0", 2))); }, "not UTF-8");
}

}  // namespace vitrine::normaliser_test
