#pragma once
/// How it is decoded in the window, as a session holds it.

#include <string>

#include <nlohmann/json.hpp>

#include "core/decode/options.h"

namespace vitrine {

/// The words chosen by hand belong to a model and a sentence and are left out.
nlohmann::ordered_json to_json(const DecodeOptions& options);

/// What is not there is as it is at first. Throws Error, `where` first, naming what is unknown or of the wrong kind; numbers beyond
/// what can be had are left to clamped().
void read_json(const nlohmann::json& json, const std::string& where, DecodeOptions& options);

}  // namespace vitrine
