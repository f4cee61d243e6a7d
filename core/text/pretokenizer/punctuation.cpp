#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/unicode.h"

namespace vitrine::pretokenizer {

void Punctuation::apply(Pieces& pieces) const {
    const auto is_one = [](char32_t c) { return is_ascii_punctuation(c) || is_punctuation(c); };
    split_pieces(pieces, behavior, [&](std::string_view piece) { return stretches_of_characters(piece, is_one); });
}

void BertPreTokenizer::apply(Pieces& pieces) const {
    WhitespaceSplit().apply(pieces);
    Punctuation().apply(pieces);
}

}  // namespace vitrine::pretokenizer
