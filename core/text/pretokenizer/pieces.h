#pragma once
/// A text cut into pieces, and how a piece is cut further.

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/text_span.h"
#include "core/text/utf8.h"

namespace vitrine {

struct Pieces {
    std::string text;              ///< holds the bytes of all pieces
    std::vector<TextSpan> spans;   ///< the pieces in text, in order; none is empty
    bool at_start = true;          ///< the text is the beginning of what is encoded, not what follows an added token
    std::size_t added_spaces = 0;  ///< spaces put in front of pieces, which are not in the text

    /// The text as one piece, or none where it is empty.
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

/// What becomes of the matches that a piece is split at.
enum class SplitBehaviour : std::uint8_t {
    removed,               ///< they are left out
    isolated,              ///< each is a piece
    merged_with_previous,  ///< each goes with what is before it
    merged_with_next,      ///< each goes with what is behind it
    contiguous,            ///< neighbouring ones are one piece
};

/// A part of a piece: a match, or what lies between matches. The stretches of a piece are all of it.
struct Stretch {
    TextSpan span;
    bool is_match = false;
};
using Stretches = std::vector<Stretch>;

/// The stretches of a piece, given its matches from left to right.
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

/// The parts that stretches become; may be empty.
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
