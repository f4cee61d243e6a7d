#pragma once
/// How the axes of a file's tensor have to be taken to be one of our matrices, output × input, and which tensors can be a piece of
/// a parameter.

#include <optional>
#include <vector>

#include "core/import/mapping.h"

namespace vitrine {

/// The axes of a matrix in the order output × input, axes of length 1 last. `in_out`: how a square one is stored; others tell it by
/// their shape. Nothing: it does not have this shape either way.
std::optional<std::vector<int>> matrix_axes(const ForeignTensor& tensor, Size outputs, Size inputs, bool in_out);

/// The side of a square matrix that is smaller than the width and divides it, as one that all heads have has; otherwise 0.
Size side_of_small_square(const ForeignTensor& tensor, Size width);

/// Whether a matrix that is not square is stored input × output; nothing where it is square or has another shape.
std::optional<bool> is_in_out(const ForeignTensor& tensor, Size outputs, Size inputs);

/// The axes of a tensor of which one is `width` long, with the axis at the end, as a projection of a vector to heads has it, or at
/// the beginning, as the projection back: W_Q of shape D × H × d is taken as H × d × D, W_O of shape H × d × D as D × H × d. The
/// tensor has `count` numbers. Where several axes are as long, `in_out` says which.
std::optional<std::vector<int>> heads_axes(const ForeignTensor& tensor, Size width, Size count, bool to_heads, bool in_out);

/// Empty where the axes are in their order already.
std::vector<int> shortest(const std::vector<int>& axes);

/// What a piece of a parameter has to be.
struct PieceShape {
    Size rows = 0;         ///< 0: any number, as of a vocabulary
    Size row = 1;          ///< the numbers of a row; 1: the parameter is a vector
    bool to_heads = true;  ///< false: a matrix on the way back from heads, W_O
    bool operator==(const PieceShape&) const = default;
};

/// The shapes of the pieces of an entry; none where the configuration does not have its parameter. Requires: the weights have its
/// tensors.
std::vector<PieceShape> piece_shapes(const MappingEntry& entry, const Configuration& configuration, const ForeignWeights& weights);

/// A tensor taken as such a piece; nothing where it does not fit. `in_out`: how a square matrix is stored.
std::optional<Piece> fitted_piece(const std::string& name, const ForeignTensor& tensor, const PieceShape& shape, bool in_out);

/// Whether a piece is a square matrix, which can be taken either way.
bool can_turn(const Piece& piece, const ForeignWeights& weights);

/// The same matrix, taken the other way. Requires: can_turn().
Piece turned(const Piece& piece);

/// How a piece is taken of its tensor, in some words: "transposed", "heads merged", "rows 32 to 64"; empty: as it is stored.
std::string taking_text(const Piece& piece, const ForeignWeights& weights);

}  // namespace vitrine
