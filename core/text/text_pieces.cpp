#include "core/text/text_pieces.h"

#include <utility>

#include "core/text/pretokenizer.h"
#include "core/text/tokenizer_added_tokens.h"
#include "core/text/utf8.h"

namespace vitrine {

SplitText split_text(const Tokenizer& tokenizer, std::string_view text) {
    const AddedTokenFinder in_text(tokenizer, false), in_normalised(tokenizer, true);
    SplitText cut;
    const auto add_token = [&](std::int32_t id) {
        cut.pieces.push_back({.bytes = tokenizer.token(id), .has_added_space = false, .added = id});
        cut.normalised += tokenizer.token(id);
    };
    const auto cut_words = [&](std::string_view between) {
        cut.normalised += between;
        const bool has_added_space = tokenizer.rules().leading_space && between.front() != ' ';
        const std::string words = (has_added_space ? " " : "") + std::string(between);
        for (std::size_t start = 0; start < words.size();) {
            const std::size_t end = piece_end(words, start);
            cut.pieces.push_back(
                {.bytes = words.substr(start, end - start), .has_added_space = has_added_space && start == 0, .added = {}});
            start = end;
        }
    };
    std::string room;
    const auto normalise = [&](std::string_view between) {
        split_at_added(tokenizer.rules().nfkc ? nfkc(between, room) : between, in_normalised, cut_words, add_token);
    };
    split_at_added(text, in_text, normalise, add_token);
    return cut;
}

std::size_t lost_bytes(const TextPiece& piece, const BpeSteps& steps) {
    const bool space = piece.has_added_space && !steps.lost.empty() && steps.lost.front() == 0;
    return steps.lost.size() - (space ? 1 : 0);
}

}  // namespace vitrine
