#pragma once
/// A visible character for each of the 256 bytes, so that tokens of bytes can be written as text: GPT-2's table (Radford et al.,
/// "Language Models are Unsupervised Multitask Learners", 2019; bytes_to_unicode in its code). Visible characters of Latin-1 stand
/// for their own byte, the other bytes are U+0100 and following: a space is Ġ, a newline Ċ.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// The character for a byte; and the byte for a character, empty if the character stands for none.
char32_t character_of_byte(std::uint8_t byte);
std::optional<std::uint8_t> byte_of_character(char32_t character);

/// Writes bytes in this alphabet: "Ġthe" for " the".
std::string spelled(std::string_view bytes);
void append_spelled(std::string_view bytes, std::string& text);

/// The bytes that a text in this alphabet stands for; empty if a character stands for no byte.
std::optional<std::string> bytes_spelled(std::string_view text);

}  // namespace vitrine
