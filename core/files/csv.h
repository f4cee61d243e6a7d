#pragma once
/// A tensor as a table of cells: the first line names its axes and "value", every further line is one cell.
///
///     batch,head,query,key,value
///     0,0,0,0,-1.25
///
/// Places count from 0, the last axis runs fastest, no axis is left out, also where it has one place only. pandas.read_csv(f) reads
/// it, and numpy.loadtxt(f, delimiter=",", skiprows=1). A single number has the one column "value".

#include "core/files/file.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// Hands the table on as it is made.
void write_csv(const TensorView& tensor, const Sink& sink);

}  // namespace vitrine
