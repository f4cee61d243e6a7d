#include "core/selftest/comparisons.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine {

void Comparisons::note(double difference, std::string where) {
    result_.worst = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
    result_.where = std::move(where);
}

double difference_of(double a, double b) {
    if (a == b) return 0;
    return std::abs(a - b) / std::max({1.0, std::abs(a), std::abs(b)});
}

}  // namespace vitrine
