#include "core/text/pretokenizer/pretokenizer.h"

namespace vitrine::pretokenizer {

void Metaspace::apply(Pieces& pieces) const {
    pieces.rewrite([&](std::string_view piece, std::size_t index, std::string& result) {
        const bool wanted = prepend_scheme == Scheme::always ||
                            (prepend_scheme == Scheme::first && pieces.at_start && index == 0 && pieces.spans[0].start == 0);
        if (wanted && !piece.starts_with(' ') && !piece.starts_with(replacement)) result += replacement;
        for (const char byte : piece) byte == ' ' ? void(result += replacement) : void(result += byte);
    });
    if (!split) return;
    const Pattern before(Pattern::Kind::string, replacement);
    split_pieces(pieces, SplitBehaviour::merged_with_next,
                 [&](std::string_view piece) { return stretches_of(piece, before.matches(piece)); });
}

}  // namespace vitrine::pretokenizer
