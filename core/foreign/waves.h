#pragma once
/// Tables of sines and cosines, which are told by their numbers, whatever they are called.

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// Whether a tensor is a table of positions, rows × `width` with axes of length 1 anywhere, each column of which is a sine or
/// cosine of the row: in the paper's order or any other, with any frequencies, from any row on. The first row does not count, for
/// some keep it empty for padding. False where there are fewer than six rows.
bool holds_waves(const ForeignTensor& tensor, Size width);

}  // namespace vitrine
