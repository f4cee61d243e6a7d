#pragma once
/// A visible character for each of the 256 bytes, so that a vocabulary of bytes can be written as text: GPT-2's table (Radford et
/// al., "Language Models are Unsupervised Multitask Learners", 2019; bytes_to_unicode of its published code). Bytes that are
/// visible characters of Latin-1 stand for themselves, the others are U+0100 and what follows: a space is Ġ, a newline Ċ.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// The character of a byte, and the byte of a character; none where it stands for no byte.
char32_t character_of_byte(std::uint8_t byte);
std::optional<std::uint8_t> byte_of_character(char32_t character);

/// Bytes written in this alphabet: "Ġthe" for " the".
std::string spelled(std::string_view bytes);

/// The bytes that such a text writes; none where one of its characters stands for no byte.
std::optional<std::string> bytes_spelled(std::string_view text);

}  // namespace vitrine
