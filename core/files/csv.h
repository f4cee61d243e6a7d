#pragma once
/// A tensor as a table of cells: the first line names its axes and "value", every further line is one cell.
///
///     batch,head,query,key,value
///     0,0,0,0,-1.25
///
/// Indices count from 0, the last axis changes fastest, and axes of length 1 are included. pandas.read_csv(f) reads it, and
/// numpy.loadtxt(f, delimiter=",", skiprows=1). A single number has only the column "value".

#include "core/files/file.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// A text as a field of a table: in quotes where it has a comma, a quote or a line break.
std::string csv_field(const std::string& text);

/// Writes the table to `sink` piece by piece.
void write_csv(const TensorView& tensor, const Sink& sink);

}  // namespace vitrine
