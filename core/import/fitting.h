#pragma once
/// How the axes of a file's tensor have to be taken to be one of our matrices, output × input.

#include <optional>
#include <vector>

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// The axes of a matrix in the order output × input, axes of length 1 last. `in_out`: how a square one is stored; others tell it by
/// their shape. Nothing: it does not have this shape either way.
std::optional<std::vector<int>> matrix_axes(const ForeignTensor& tensor, Size outputs, Size inputs, bool in_out);

/// Whether a matrix that is not square is stored input × output; nothing where it is square or has another shape.
std::optional<bool> is_in_out(const ForeignTensor& tensor, Size outputs, Size inputs);

/// The axes of a tensor of which one is `width` long, with the axis at the end, as a projection of a vector to heads has it, or at
/// the beginning, as the projection back: W_Q of shape D × H × d is taken as H × d × D, W_O of shape H × d × D as D × H × d. The
/// tensor has `count` numbers. Where several axes are as long, `in_out` says which.
std::optional<std::vector<int>> heads_axes(const ForeignTensor& tensor, Size width, Size count, bool to_heads, bool in_out);

/// Empty where the axes are in their order already.
std::vector<int> shortest(const std::vector<int>& axes);

}  // namespace vitrine
