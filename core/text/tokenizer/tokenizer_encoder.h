#pragma once
/// Encodes texts one after another, with a cache of the tokens of pieces.

#include "core/text/bytes_map.h"
#include "core/text/tokenizer/tokenizer.h"

namespace vitrine {

/// Not thread-safe. Requires: the tokenizer outlives this.
class TextEncoder {
public:
    explicit TextEncoder(const Tokenizer& tokenizer);

    /// The tokens of a text, without special tokens around it (Tokenizer::with_special adds them). Throws Error if a regular
    /// expression takes too many steps, or if an unknown token is needed and there is none.
    EncodedText encode(std::string_view text);

private:
    /// The place of a cached piece's tokens in known_ids_.
    struct Known {
        std::size_t start, count, lost;
    };

    void encode_between(std::string_view text, bool at_start, EncodedText& result);
    void encode_normalised(std::string_view text, bool at_start, EncodedText& result);
    const Known& look_up(std::string_view piece);

    const Tokenizer& tokenizer_;
    const AddedTokenFinder in_text_, in_normalised_;
    bool drops_spaces_ = false;  // a space that is put in front has no token and is dropped
    BytesMap<Known> known_;
    std::vector<std::int32_t> known_ids_;
};

}  // namespace vitrine
