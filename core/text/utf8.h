#pragma once
/// UTF-8 decoding that tolerates invalid bytes.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// One step of decoding: a character, or as many invalid bytes as one U+FFFD replaces (The Unicode Standard, section 3.9, table
/// 3-7 and "U+FFFD substitution of maximal subparts").
struct Utf8Step {
    char32_t character = 0;  ///< 0 for invalid bytes
    std::size_t length = 1;
    bool valid = false;
};

/// utf8_step() for any bytes.
Utf8Step utf8_step_beyond_ascii(std::string_view bytes, std::size_t at);

/// The step at an index. Requires: at < bytes.size().
inline Utf8Step utf8_step(std::string_view bytes, std::size_t at) {
    // ASCII is decided inline: the widths of all words on the screen are measured in every frame.
    const auto byte = static_cast<unsigned char>(bytes[at]);
    return byte < 0x80 ? Utf8Step{byte, 1, true} : utf8_step_beyond_ascii(bytes, at);
}

/// Whether a byte is a continuation byte of UTF-8. Texts may be cut before any other byte.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

/// Whether a character ends a line or controls a terminal: C0, DEL, C1, the separators of lines and paragraphs, and characters
/// that change or isolate the direction of the text around them (U+061C, U+200E and U+200F, U+202A to U+202E, U+2066 to U+206F).
constexpr bool is_control(char32_t character) {
    const auto lies = [character](char32_t first, char32_t last) { return first <= character && character <= last; };
    return character < 0x20 || lies(0x7f, 0x9f) || character == 0x61c || lies(0x200e, 0x200f) || lies(0x2028, 0x202e) ||
           lies(0x2066, 0x206f);
}

/// The byte positions where the characters of a text begin.
std::vector<std::size_t> character_starts(std::string_view text);

/// A character encoded in UTF-8.
std::string utf8_of(char32_t character);

/// The text without a byte order mark U+FEFF at its start.
std::string_view without_byte_order_mark(std::string_view text);

/// The text with invalid bytes replaced by U+FFFD, like Rust's from_utf8_lossy and Python's errors="replace".
std::string with_replacements(std::string_view bytes);

/// The text with each invalid byte written as "<C3>".
std::string with_bytes_named(std::string_view bytes);

/// Calls visit(step, bytes) for every character of a text, and for invalid bytes.
template <class Visit>
void for_each_step(std::string_view text, const Visit& visit) {
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Step step = utf8_step(text, at);
        visit(step, text.substr(at, step.length));
        at += step.length;
    }
}

/// with_bytes_named, and spaces written as "·".
std::string visible_bytes(std::string_view bytes);

}  // namespace vitrine
