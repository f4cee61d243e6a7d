#pragma once
/// The options of decoding, as stored in a session.

#include <string>

#include <nlohmann/json.hpp>

#include "core/decode/options.h"

namespace vitrine {

/// Writes the options without the forced words, which belong to one model and sentence.
nlohmann::ordered_json to_json(const DecodeOptions& options);

/// Reads the options. Missing keys have their defaults. Throws Error, which begins with `where`, and names a key that is unknown
/// or of the wrong type. Does not check limits; clamped() does.
void read_json(const nlohmann::json& json, const std::string& where, DecodeOptions& options);

}  // namespace vitrine
