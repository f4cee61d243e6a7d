#pragma once
/// The names of tensors, taken apart into words: "encoder.layers.0.selfAttn.W_Q" is five parts, the last but one of them "self" and
/// "attn", the last "w" and "q".

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

using Words = std::vector<std::string>;

/// The words of one part of a name, in small letters. Underscores, capitals and the begin of digits part them.
Words words_of(std::string_view part);

/// The parts between the dots.
std::vector<std::string> parts_of(std::string_view name);

/// Whether one of these is among the words.
bool has_word(const Words& words, std::initializer_list<std::string_view> any);

/// Whether one of these stands within a word: "attn" in "selfattn".
bool has_stem(const Words& words, std::initializer_list<std::string_view> any);

/// The last number among the words.
std::optional<int> last_number(const Words& words);

bool is_number(std::string_view word);

}  // namespace vitrine
