#pragma once
/// Bytes that should be UTF-8, and those among them that are not.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// What stands at a place: a character, or bytes that are none – as many as could have begun one, which is what becomes one U+FFFD
/// (The Unicode Standard, section 3.9, table 3-7 and "U+FFFD substitution of maximal subparts").
struct Utf8Step {
    char32_t character = 0;  ///< 0 for bytes that are none
    std::size_t length = 1;
    bool valid = false;
};
/// Requires: at < bytes.size().
Utf8Step utf8_step(std::string_view bytes, std::size_t at);

/// Whether a byte goes on with a character that another one began. Where it does not, a text may be cut in front of it.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

/// Where the characters of a text begin, in bytes.
std::vector<std::size_t> character_starts(std::string_view text);

/// A character in UTF-8.
std::string utf8_of(char32_t character);

/// The text without the mark U+FEFF that some editors put in front of UTF-8.
std::string_view without_mark(std::string_view text);

/// The text with U+FFFD for bytes that are no characters, as Rust's from_utf8_lossy and Python's errors="replace" have it.
std::string with_replacements(std::string_view bytes);

/// The text with every byte that is no character as what it is: "<C3>".
std::string with_bytes_named(std::string_view bytes);

/// The same with every space as "·", for pieces of words, where it counts.
std::string visible_bytes(std::string_view bytes);

/// The text in Normalisation Form KC (Unicode Standard Annex #15); bytes that are no characters stay as they are, where they are.
/// What is returned is `text` itself where nothing changes, or stands in `room`.
std::string_view nfkc(std::string_view text, std::string& room);

}  // namespace vitrine
