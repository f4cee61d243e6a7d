#pragma once
/// Shows how a tokenizer splits a text before merging; core/text/tokenizer_encoder.h does the same, faster.

#include <optional>

#include "core/text/tokenizer.h"

namespace vitrine {

/// A piece within which bytes are merged, or an added token.
struct TextPiece {
    std::string bytes;                       ///< the bytes to be merged
    bool has_added_space = false;            ///< it begins with an added space that is not in the text
    std::optional<std::int32_t> added = {};  ///< id, if it is an added token
};

struct SplitText {
    std::string normalised;  ///< the text in NFKC if the tokenizer normalises, otherwise unchanged
    std::vector<TextPiece> pieces;
};

SplitText split_text(const Tokenizer& tokenizer, std::string_view text);

/// The number of dropped bytes of a piece, which have no token; an added space does not count.
std::size_t lost_bytes(const TextPiece& piece, const BpeSteps& steps);

}  // namespace vitrine
