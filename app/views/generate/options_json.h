#pragma once
/// The options of decoding as a session holds them.

#include <string>

#include <nlohmann/json.hpp>

#include "core/decode/options.h"

namespace vitrine {

/// Without the forced words, which belong to one model and sentence.
nlohmann::ordered_json to_json(const DecodeOptions& options);

/// Missing keys: defaults. Throws Error, whose text begins with `where` and names the key that is unknown or of the wrong type.
/// Does not check limits; clamped() does.
void read_json(const nlohmann::json& json, const std::string& where, DecodeOptions& options);

}  // namespace vitrine
