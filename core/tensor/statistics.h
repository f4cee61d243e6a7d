#pragma once
/// What a legend, an inspector and a trace's summary say about a tensor as a whole.

#include "core/tensor/tensor.h"

namespace vitrine {

struct Statistics {
    double minimum = 0, maximum = 0;          ///< of the finite cells; 0 where there are none
    double mean = 0, standard_deviation = 0;  ///< of the finite cells, over their count
    Size finite = 0, nan = 0, infinite = 0, zero = 0;
};

Statistics statistics(const TensorView& tensor);

}  // namespace vitrine
