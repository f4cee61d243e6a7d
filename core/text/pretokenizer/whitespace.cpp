#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/unicode.h"

namespace vitrine::pretokenizer {

namespace {

enum class Sign : std::uint8_t { space, word, other };

/// Bytes that are not characters count as a kind of their own.
Sign sign_of(const Utf8Step& step) {
    if (!step.valid) return Sign::other;
    if (is_word_character(step.character)) return Sign::word;
    return is_white_space(step.character) ? Sign::space : Sign::other;
}

}  // namespace

void Whitespace::apply(Pieces& pieces) const {
    std::vector<TextSpan> spans;
    for (const TextSpan& piece : pieces.spans) {
        Sign last = Sign::space;
        std::size_t at = piece.start;
        for_each_step(piece.of(pieces.text), [&](const Utf8Step& step, std::string_view bytes) {
            const Sign sign = sign_of(step);
            if (sign != Sign::space && sign != last) spans.push_back({at, at});
            at += bytes.size();
            if (sign != Sign::space) spans.back().end = at;
            last = sign;
        });
    }
    pieces.spans = std::move(spans);
}

void WhitespaceSplit::apply(Pieces& pieces) const {
    split_pieces(pieces, SplitBehaviour::removed,
                 [](std::string_view piece) { return stretches_of_characters(piece, is_white_space); });
}

}  // namespace vitrine::pretokenizer
