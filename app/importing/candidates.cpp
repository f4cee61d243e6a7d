#include "app/importing/candidates.h"

#include <algorithm>
#include <set>

namespace vitrine {

namespace {

/// The number of letters that two names have in common at their beginning and end.
std::size_t likeness(const std::string& a, const std::string& b) {
    const auto begin = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    const auto end = static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
    return std::min(begin + end, std::max(a.size(), b.size()));
}

/// Whether this piece is transposed, since the square matrices beside it then are, too.
bool is_in_out_beside(const ImportRow& row, std::size_t place) {
    const Piece& piece = row.entry.pieces[place];
    return piece.kind == Piece::Kind::tensor && piece.axes == std::vector{1, 0};
}

bool is_bias(const std::string& parameter) { return parameter.ends_with("bias"); }

}  // namespace

std::vector<CandidatePiece> candidates_for(const ImportRow& row, std::size_t place, const Mapping& mapping,
                                           const ForeignWeights& weights) {
    if (place >= row.shapes.size()) return {};
    std::set<std::string> left;
    for (const LeftTensor& tensor : mapping.left) left.insert(tensor.name);
    const PieceShape& shape = row.shapes[place];
    const std::string& own = row.entry.pieces[place].tensor.empty() ? row.entry.parameter : row.entry.pieces[place].tensor;
    std::vector<CandidatePiece> candidates;
    for (const auto& [name, tensor] : weights.tensors) {
        if (const auto piece = fitted_piece(name, tensor, shape, is_in_out_beside(row, place)))
            candidates.push_back({*piece, name, left.count(name) > 0});
    }
    std::ranges::stable_sort(candidates, [&](const CandidatePiece& a, const CandidatePiece& b) {
        if (a.left != b.left) return a.left;
        return likeness(a.name, own) > likeness(b.name, own);
    });
    if (is_bias(row.entry.parameter)) candidates.push_back({{.kind = Piece::Kind::zeros, .rows = shape.rows}, "zeros"});
    return candidates;
}

}  // namespace vitrine
