#pragma once
/// Numbers in our JSON files.

#include <nlohmann/json_fwd.hpp>

namespace vitrine {

/// The number with enough digits to read the same double back; numbers that JSON cannot hold are "-inf", "inf" and "nan".
nlohmann::ordered_json number_json(double value);

}  // namespace vitrine
