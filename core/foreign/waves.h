#pragma once
/// Recognises tables of sines and cosines by their numbers, whatever their names are.

#include "core/foreign/foreign_tensor.h"

namespace vitrine {

/// Whether a tensor is a table of positions, rows × `width` with axes of length 1 anywhere, and each column is a sine or cosine
/// of the row: in the paper's order or any other, with any frequencies and starting at any position. The first row is ignored,
/// since some programs keep it empty for padding. False if there are fewer than six rows.
bool holds_waves(const ForeignTensor& tensor, Size width);

}  // namespace vitrine
