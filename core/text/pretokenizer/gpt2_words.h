#pragma once
/// Splits a text into the pieces within which bytes are merged, as in GPT-2 (Radford et al. 2019), by the expression
///
///     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
///
/// A piece is the end of a contraction; letters, digits or other characters, with a space before them; or spaces. Letters and
/// digits are those of Unicode; invalid UTF-8 counts as other characters.

#include <cstddef>
#include <string_view>

namespace vitrine {

/// The end of the piece that starts at `start`. Requires: start < text.size().
std::size_t piece_end(std::string_view text, std::size_t start);

}  // namespace vitrine
