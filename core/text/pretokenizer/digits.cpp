#include "core/text/pretokenizer/pretokenizer.h"
#include "core/text/unicode.h"

namespace vitrine::pretokenizer {

void Digits::apply(Pieces& pieces) const {
    split_pieces(pieces, individual_digits ? SplitBehaviour::isolated : SplitBehaviour::contiguous,
                 [](std::string_view piece) { return stretches_of_characters(piece, is_number); });
}

}  // namespace vitrine::pretokenizer
