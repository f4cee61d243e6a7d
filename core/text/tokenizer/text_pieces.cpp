#include "core/text/tokenizer/text_pieces.h"

#include <utility>

#include "core/text/byte_alphabet.h"

namespace vitrine {

namespace {

/// Appends the pieces of a text between added tokens.
void append_pieces(const Tokenizer& tokenizer, std::string_view text, bool at_start, std::vector<TextPiece>& all) {
    Pieces pieces = Pieces::of(text, at_start);
    tokenizer.parts().pre_tokenizer.apply(pieces);
    const bool of_bytes = tokenizer.parts().decoder.is_of_bytes();
    for (std::size_t i = 0; i < pieces.spans.size(); ++i) {
        const std::string spelling(pieces.spans[i].of(pieces.text));
        all.push_back({.bytes = of_bytes ? bytes_spelled(spelling).value_or(spelling) : spelling,
                       .has_added_space = i == 0 && pieces.added_spaces > 0,
                       .added = {},
                       .spelling = spelling});
    }
}

}  // namespace

SplitText split_text(const Tokenizer& tokenizer, std::string_view text) {
    const Normaliser& normaliser = tokenizer.parts().normaliser;
    const AddedTokenFinder in_text(tokenizer.added(), false, normaliser), in_normalised(tokenizer.added(), true, normaliser);
    SplitText cut;
    const auto add_token = [&](std::int32_t id) {
        const std::string& token = tokenizer.token(id);
        cut.pieces.push_back({.bytes = token, .has_added_space = false, .added = id, .spelling = token});
        cut.normalised += token;
    };
    const auto normalise = [&](const TextSpan& between) {
        std::string part(between.of(text));
        normaliser.apply(part);
        const auto cut_words = [&](const TextSpan& words) {
            cut.normalised += words.of(part);
            append_pieces(tokenizer, words.of(part), between.start == 0 && words.start == 0, cut.pieces);
        };
        split_at_added(part, in_normalised, cut_words, add_token);
    };
    split_at_added(text, in_text, normalise, add_token);
    return cut;
}

std::size_t lost_bytes(const TextPiece& piece, const BpeSteps& steps) {
    const bool space = piece.has_added_space && !steps.lost.empty() && steps.lost.front() == 0;
    return steps.lost.size() - (space ? 1 : 0);
}

}  // namespace vitrine
