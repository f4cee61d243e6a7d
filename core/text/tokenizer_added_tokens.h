#pragma once
/// Finds added tokens in a text: the leftmost first, the longest at each place.

#include <array>
#include <optional>

#include "core/text/tokenizer.h"

namespace vitrine {

class AddedTokenFinder {
public:
    struct Found {
        std::size_t start, length;
        std::int32_t id;
    };

    /// Searches either the added tokens for normalised text or the others.
    AddedTokenFinder(const Tokenizer& tokenizer, bool normalized);

    /// The first added token at or after `from`.
    std::optional<Found> find(std::string_view text, std::size_t from) const;

private:
    struct Wanted {
        std::string text;
        std::int32_t id;
    };

    std::vector<Wanted> wanted_;          // longest first
    std::array<bool, 256> begins_one_{};  // [byte]: whether an added token begins with it
};

/// Calls on_text for the texts between added tokens and on_token for the ids of these tokens.
template <class OnText, class OnToken>
void split_at_added(std::string_view text, const AddedTokenFinder& finder, const OnText& on_text, const OnToken& on_token) {
    std::size_t start = 0;
    while (const auto found = finder.find(text, start)) {
        if (found->start > start) on_text(text.substr(start, found->start - start));
        on_token(found->id);
        start = found->start + found->length;
    }
    if (start < text.size()) on_text(text.substr(start));
}

}  // namespace vitrine
