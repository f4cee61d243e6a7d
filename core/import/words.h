#pragma once
/// Splits the names of tensors into words: "encoder.layers.0.selfAttn.W_Q" has five parts; the last but one is "self" and "attn",
/// the last is "w" and "q".

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

using Words = std::vector<std::string>;

/// The words of one part of a name, in lower case. They are separated by underscores, at capitals and where digits begin.
Words words_of(std::string_view part);

/// The parts between the dots.
std::vector<std::string> parts_of(std::string_view name);

/// Whether one of the words is one of `any`.
bool has_word(const Words& words, std::initializer_list<std::string_view> any);

/// Whether one of the words contains one of `any`: "attn" in "selfattn".
bool has_stem(const Words& words, std::initializer_list<std::string_view> any);

/// The last number among the words.
std::optional<int> last_number(const Words& words);

bool is_number(std::string_view word);

}  // namespace vitrine
