#pragma once
/// What Unicode says about characters (The Unicode Standard, chapter 4), and its normalisation forms (Standard Annex #15).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vitrine {

/// The property White_Space: spaces, tabs, the ends of lines.
bool is_white_space(char32_t character);

/// General categories: M* (all marks), Mn, N* (numbers of every kind), P* (punctuation), and Cc, Cf, Cs and Co (control, format
/// and private characters, but not unassigned ones).
bool is_mark(char32_t character);
bool is_nonspacing_mark(char32_t character);
bool is_number(char32_t character);
bool is_punctuation(char32_t character);
bool is_other(char32_t character);

/// The ASCII characters that are neither letters nor digits nor white space; some of them, such as $ and +, are symbols in
/// Unicode.
constexpr bool is_ascii_punctuation(char32_t character) {
    return (character >= '!' && character <= '/') || (character >= ':' && character <= '@') ||
           (character >= '[' && character <= '`') || (character >= '{' && character <= '~');
}

/// The characters that \w matches (Technical Standard #18, annex C): letters, marks, decimal digits, connectors such as _, and
/// joiners.
bool is_word_character(char32_t character);

/// Appends a character in lower case; "İ" becomes an i followed by a dot above.
void append_lowercase(char32_t character, std::string& text);

enum class UnicodeForm : std::uint8_t { nfc, nfd, nfkc, nfkd };

/// The text in a normalisation form; invalid bytes stay unchanged. Returns `text` itself if it is ASCII, otherwise a view of
/// `room`.
std::string_view normalised(std::string_view text, UnicodeForm form, std::string& room);

/// Where the character that a reader sees ends, including its accents and joined parts (Standard Annex #29, extended grapheme
/// clusters). Requires: start < text.size().
std::size_t grapheme_end(std::string_view text, std::size_t start);

}  // namespace vitrine
