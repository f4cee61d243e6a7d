#pragma once
/// Numbers in the JSON that we write.

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

/// The number with as many digits as tell it from every other; those that JSON cannot hold are "-inf", "inf" and "nan".
nlohmann::ordered_json number_json(double value);

}  // namespace vitrine
