#pragma once
/// Summary statistics of a tensor.

#include "core/tensor/tensor.h"

namespace vitrine {

struct Statistics {
    double minimum = 0, maximum = 0;          ///< of the finite cells; 0 where there are none
    double mean = 0, standard_deviation = 0;  ///< of the finite cells; the variance divides by their count
    Size finite = 0, nan = 0, infinite = 0, zero = 0;
};

Statistics statistics(const TensorView& tensor);

/// The statistics of two disjoint sets of cells together, by Chan's formula (no cancellation).
Statistics combined(const Statistics& a, const Statistics& b);

}  // namespace vitrine
