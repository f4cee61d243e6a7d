#pragma once
/// Texts to tokens, one after the other: words that were met before are not merged again.

#include <string>
#include <string_view>
#include <vector>

#include "core/text/bytes_map.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_added_tokens.h"

namespace vitrine {

/// Serves one thread. The tokenizer must outlive it.
class TextEncoder {
public:
    explicit TextEncoder(const Tokenizer& tokenizer);

    EncodedText encode(std::string_view text);

private:
    /// Where the tokens of a word lie among those of all words that are remembered.
    struct Known {
        std::size_t start, count, lost;
    };

    void encode_between(std::string_view text, EncodedText& result);
    void encode_normalised(std::string_view text, EncodedText& result);
    void encode_words(std::string_view text, EncodedText& result);
    const Known& look_up(std::string_view word);

    const Tokenizer& tokenizer_;
    const AddedTokenFinder in_text_, in_normalised_;
    std::string normalised_, spaced_;  // room
    BytesMap<Known> known_;
    std::vector<std::int32_t> known_ids_;
};

}  // namespace vitrine
