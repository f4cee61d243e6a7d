#pragma once
/// Tokens that are searched for in a text before it is split: the leftmost first, and the longest at each position.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/normaliser/normaliser.h"
#include "core/text/text_span.h"

namespace vitrine {

struct AddedToken {
    std::int32_t id = 0;
    std::string content;
    bool special = true;       ///< not part of the text's content
    bool normalized = false;   ///< searched for in the normalised text
    bool single_word = false;  ///< only if it is not part of a longer word
    bool lstrip = false;       ///< also takes the white space before it
    bool rstrip = false;       ///< also takes the white space after it

    bool operator==(const AddedToken&) const = default;
};

class AddedTokenFinder {
public:
    struct Found {
        TextSpan span;
        std::int32_t id = 0;
    };

    /// Searches for the tokens with this value of `normalized`. Tokens for normalised text are normalised themselves.
    AddedTokenFinder(const std::vector<AddedToken>& tokens, bool normalized, const Normaliser& normaliser);

    /// The added tokens in a text, from left to right.
    std::vector<Found> find_all(std::string_view text) const;

private:
    struct Wanted {
        std::string text;
        std::int32_t id;
        bool single_word, lstrip, rstrip;
    };

    /// The first token at or after `from`; null if there is none. Sets `at` to where it begins.
    const Wanted* find(std::string_view text, std::size_t from, std::size_t& at) const;

    std::vector<Wanted> wanted_;                                       // by their first byte, the longest first
    std::array<std::pair<std::size_t, std::size_t>, 256> of_bytes_{};  // [byte]: the part of wanted_ that begins with it
};

/// Calls on_text(span) for the texts between added tokens, and on_token(id) for the added tokens.
template <class OnText, class OnToken>
void split_at_added(std::string_view text, const AddedTokenFinder& finder, const OnText& on_text, const OnToken& on_token) {
    std::size_t done = 0;
    for (const auto& [span, id] : finder.find_all(text)) {
        if (span.start > done) on_text(TextSpan{done, span.start});
        on_token(id);
        done = span.end;
    }
    if (done < text.size()) on_text(TextSpan{done, text.size()});
}

}  // namespace vitrine
