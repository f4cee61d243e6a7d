#pragma once
/// A text cut as a tokenizer cuts it before it merges anything, for looking at; core/text/tokenizer_encoder.h does the same at speed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace vitrine {

/// What is merged by itself; or an added token, which is found whole.
struct TextPiece {
    std::string bytes;                       ///< as they are merged
    bool led = false;                        ///< the space it begins with was put in front, and is not in the text
    std::optional<std::int32_t> added = {};  ///< an added token's id
};

struct CutText {
    std::string normalised;  ///< the text in NFKC, where the tokenizer normalises, or else as it is
    std::vector<TextPiece> pieces;
};

CutText cut_text(const Tokenizer& tokenizer, std::string_view text);

/// How many bytes of a piece have no token and are dropped; a space that was put in front is not counted.
std::size_t lost_bytes(const TextPiece& piece, const BpeSteps& steps);

}  // namespace vitrine
