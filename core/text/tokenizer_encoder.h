#pragma once
/// Encodes texts one after another, with a cache of the tokens of words.

#include "core/text/bytes_map.h"
#include "core/text/tokenizer_added_tokens.h"

namespace vitrine {

/// Not thread-safe. Requires: the tokenizer outlives this.
class TextEncoder {
public:
    explicit TextEncoder(const Tokenizer& tokenizer);

    EncodedText encode(std::string_view text);

private:
    /// The place of a cached word's tokens in known_ids_.
    struct Known {
        std::size_t start, count, lost;
    };

    void encode_between(std::string_view text, EncodedText& result);
    void encode_normalised(std::string_view text, EncodedText& result);
    void encode_words(std::string_view text, EncodedText& result);
    const Known& look_up(std::string_view word);

    const Tokenizer& tokenizer_;
    const AddedTokenFinder in_text_, in_normalised_;
    std::string normalised_, spaced_;  // buffers
    BytesMap<Known> known_;
    std::vector<std::int32_t> known_ids_;
};

}  // namespace vitrine
