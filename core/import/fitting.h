#pragma once
/// In which order the axes of a file's tensor have to be taken to give one of our matrices, output × input, and which tensors can
/// be a piece of a parameter.

#include <optional>
#include <vector>

#include "core/import/mapping.h"

namespace vitrine {

/// The axes of a matrix in the order output × input, axes of length 1 last. `in_out`: how a square matrix is stored; the shape
/// shows it for others. Nothing: it does not have this shape in either order.
std::optional<std::vector<int>> matrix_axes(const ForeignTensor& tensor, Size outputs, Size inputs, bool in_out);

/// The side of a square matrix that is smaller than the width and divides it, as a matrix that all heads share does; otherwise 0.
Size side_of_small_square(const ForeignTensor& tensor, Size width);

/// Whether a matrix that is not square is stored input × output; nothing if it is square or has another shape.
std::optional<bool> is_in_out(const ForeignTensor& tensor, Size outputs, Size inputs);

/// The order of the axes for a tensor with `count` numbers in which the heads are an axis of their own and one axis is `width`
/// long. That axis comes last if the tensor projects a vector to heads, and first if it projects back: W_Q of shape D × H × d
/// becomes H × d × D, and W_O of shape H × d × D becomes D × H × d. If several axes are `width` long, `in_out` says which one it
/// is.
std::optional<std::vector<int>> heads_axes(const ForeignTensor& tensor, Size width, Size count, bool to_heads, bool in_out);

/// The same axes; empty if they are in their own order.
std::vector<int> shortest(const std::vector<int>& axes);

/// The shape that a piece of a parameter must have.
struct PieceShape {
    Size rows = 0;         ///< 0: any number, as of a vocabulary
    Size row = 1;          ///< the numbers of a row; 1: the parameter is a vector
    bool to_heads = true;  ///< false: the matrix projects back from heads, as W_O does
    bool operator==(const PieceShape&) const = default;
};

/// The shapes of the pieces of an entry; empty if the configuration does not have its parameter. Requires: the weights have its
/// tensors.
std::vector<PieceShape> piece_shapes(const MappingEntry& entry, const Configuration& configuration, const ForeignWeights& weights);

/// A tensor taken as such a piece; nothing if it does not fit. `in_out`: how a square matrix is stored.
std::optional<Piece> fitted_piece(const std::string& name, const ForeignTensor& tensor, const PieceShape& shape, bool in_out);

/// Whether a piece is a square matrix, which can be taken either way.
bool can_turn(const Piece& piece, const ForeignWeights& weights);

/// The same matrix, taken the other way. Requires: can_turn().
Piece turned(const Piece& piece);

/// How a piece is made from its tensor, in a few words: "transposed", "heads merged", "rows 32 to 64"; empty: as it is stored.
std::string taking_text(const Piece& piece, const ForeignWeights& weights);

}  // namespace vitrine
