#include "core/import/mapping.h"

namespace vitrine {

std::string_view name(Certainty certainty) { return certainty == Certainty::sure ? "sure" : "guessed"; }

namespace {

std::string piece_text(const Piece& piece) {
    switch (piece.kind) {
        case Piece::Kind::zeros:
            return std::to_string(piece.rows) + " zeros";
        case Piece::Kind::waves:
            return std::to_string(piece.rows) + " rows of waves";
        default:
            break;
    }
    std::string text = piece.tensor;
    if (piece.rows >= 0) text += "[" + std::to_string(piece.first) + ":" + std::to_string(piece.first + piece.rows) + "]";
    return text;
}

}  // namespace

std::string pieces_text(const std::vector<Piece>& pieces) {
    constexpr std::size_t most = 4;  // of an attention with a matrix for each head there are many
    std::string text;
    for (std::size_t i = 0; i < pieces.size() && i < most; ++i) text += (i ? " + " : "") + piece_text(pieces[i]);
    if (pieces.size() > most) text += " + " + std::to_string(pieces.size() - most) + " more";
    return text;
}

}  // namespace vitrine
