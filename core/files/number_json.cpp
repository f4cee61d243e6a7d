#include "core/files/number_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace vitrine {

nlohmann::ordered_json number_json(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return value;
}

}  // namespace vitrine
