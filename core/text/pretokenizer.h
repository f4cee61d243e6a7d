#pragma once
/// A text cut into the pieces within which bytes are merged, as GPT-2 cuts it (Radford et al. 2019): by
///
///     's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
///
/// so that a piece is a contraction's end, or letters, digits or other signs, each with the space before them, or spaces. Letters
/// and digits are those of Unicode; bytes that are no characters count as other signs.

#include <cstddef>
#include <string_view>

namespace vitrine {

/// Where the piece ends that starts at `start`, which is less than the length of the text.
std::size_t piece_end(std::string_view text, std::size_t start);

}  // namespace vitrine
