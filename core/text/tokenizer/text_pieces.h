#pragma once
/// Shows how a tokenizer splits a text before its model turns the pieces into tokens; core/text/tokenizer/tokenizer_encoder.h does
/// the same, faster.

#include <optional>

#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// A piece within which tokens are found, or an added token.
struct TextPiece {
    std::string bytes;                       ///< of the text, or of the added token
    bool has_added_space = false;            ///< it begins with an added space that is not in the text
    std::optional<std::int32_t> added = {};  ///< id, if it is an added token
    std::string spelling = {};               ///< the piece as the model gets it: bytes are written in the byte alphabet
};

struct SplitText {
    std::string normalised;  ///< the text after normalisation
    std::vector<TextPiece> pieces;
};

SplitText split_text(const Tokenizer& tokenizer, std::string_view text);

/// The number of bytes of a piece that were dropped because they have no token; an added space does not count.
std::size_t lost_bytes(const TextPiece& piece, const BpeSteps& steps);

}  // namespace vitrine
