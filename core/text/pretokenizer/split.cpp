#include "core/text/pretokenizer/pretokenizer.h"

namespace vitrine::pretokenizer {

void Split::apply(Pieces& pieces) const {
    split_pieces(pieces, behavior, [&](std::string_view piece) {
        Stretches stretches = stretches_of(piece, pattern.matches(piece));
        for (Stretch& stretch : stretches) stretch.is_match = stretch.is_match != invert;
        return stretches;
    });
}

}  // namespace vitrine::pretokenizer
