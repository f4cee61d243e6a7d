#include "core/tensor/statistics.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

Statistics statistics(const TensorView& tensor) {
    Statistics result;
    if (!tensor.present()) return result;
    double mean = 0, squares = 0;  // Welford's update: one pass, no cancellation
    const Size count = tensor.layout.count();
    for (Size i = 0; i < count; ++i) {
        const double value = tensor.at(index_of(tensor.layout, i));
        if (std::isnan(value)) {
            ++result.nan;
        } else if (std::isinf(value)) {
            ++result.infinite;
        } else {
            result.minimum = result.finite ? std::min(result.minimum, value) : value;
            result.maximum = result.finite ? std::max(result.maximum, value) : value;
            result.zero += value == 0;
            const double before = value - mean;
            mean += before / static_cast<double>(++result.finite);
            squares += before * (value - mean);
        }
    }
    result.mean = mean;
    result.standard_deviation = result.finite ? std::sqrt(squares / static_cast<double>(result.finite)) : 0;
    return result;
}

}  // namespace vitrine
