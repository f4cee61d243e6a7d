#include "core/tensor/statistics_sum.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

Statistics combined(const Statistics& a, const Statistics& b) {
    Statistics all = a.finite > 0 ? a : b;
    all.finite = a.finite + b.finite;
    all.nan = a.nan + b.nan;
    all.infinite = a.infinite + b.infinite;
    all.zero = a.zero + b.zero;
    if (a.finite == 0 || b.finite == 0) return all;
    all.minimum = std::min(a.minimum, b.minimum);
    all.maximum = std::max(a.maximum, b.maximum);
    const auto first = static_cast<double>(a.finite), second = static_cast<double>(b.finite), count = first + second;
    const double apart = b.mean - a.mean;
    all.mean = a.mean + apart * second / count;
    const double squares = a.standard_deviation * a.standard_deviation * first +
                           b.standard_deviation * b.standard_deviation * second + apart * apart * first * second / count;
    all.standard_deviation = std::sqrt(squares / count);
    return all;
}

}  // namespace vitrine
