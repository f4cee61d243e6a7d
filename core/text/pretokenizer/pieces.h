#pragma once
/// A text that is split into pieces, and ways to split the pieces further.

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/text_span.h"
#include "core/text/utf8.h"

namespace vitrine {

struct Pieces {
    std::string text;              ///< holds the bytes of all pieces
    std::vector<TextSpan> spans;   ///< the pieces in text, in order; none is empty
    bool at_start = true;          ///< the text is the beginning of the encoded text, and does not follow an added token
    std::size_t added_spaces = 0;  ///< spaces that were put in front of pieces and are not in the text

    /// The text as one piece; no piece if it is empty.
    static Pieces of(std::string_view text, bool at_start);

    /// Gives every piece another text: change(piece, index, result) appends it to result.
    template <class Change>
    void rewrite(const Change& change) {
        std::string result;
        result.reserve(text.size() + text.size() / 4);
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const std::size_t start = result.size();
            change(spans[i].of(text), i, result);
            spans[i] = {start, result.size()};
        }
        text = std::move(result);
    }
};

/// What happens to the matches at which a piece is split.
enum class SplitBehaviour : std::uint8_t {
    removed,               ///< they are removed
    isolated,              ///< each is a piece
    merged_with_previous,  ///< each is joined to what comes before it
    merged_with_next,      ///< each is joined to what comes after it
    contiguous,            ///< adjacent matches are one piece
};

/// A part of a piece: a match, or the text between two matches. The stretches of a piece make up all of it.
struct Stretch {
    TextSpan span;
    bool is_match = false;
};
using Stretches = std::vector<Stretch>;

/// The stretches of a piece with these matches, which come from left to right.
Stretches stretches_of(std::string_view piece, const std::vector<TextSpan>& matches);

/// The stretches of a piece in which every character of a kind is a match.
template <class IsOne>
Stretches stretches_of_characters(std::string_view piece, const IsOne& is_one) {
    std::vector<TextSpan> matches;
    std::size_t at = 0;
    for_each_step(piece, [&](const Utf8Step& step, std::string_view bytes) {
        if (step.valid && is_one(step.character)) matches.push_back({at, at + bytes.size()});
        at += bytes.size();
    });
    return stretches_of(piece, matches);
}

/// Splits every piece: stretches(piece) gives its stretches.
void split_pieces(Pieces& pieces, SplitBehaviour behaviour, const auto& stretches);

/// The parts that the stretches give; may be empty.
std::vector<TextSpan> parts_of(const Stretches& stretches, SplitBehaviour behaviour);

void split_pieces(Pieces& pieces, SplitBehaviour behaviour, const auto& stretches) {
    std::vector<TextSpan> spans;
    for (const TextSpan& piece : pieces.spans) {
        for (const TextSpan& part : parts_of(stretches(piece.of(pieces.text)), behaviour)) {
            if (part.end > part.start) spans.push_back({piece.start + part.start, piece.start + part.end});
        }
    }
    pieces.spans = std::move(spans);
}

}  // namespace vitrine
