#pragma once
/// The view of decoding as JSON, for sessions, tests and scripts.

#include <string>

#include <nlohmann/json.hpp>

#include "app/state/state.h"

namespace vitrine {

/// How it is decoded. The words chosen by hand belong to a model and a sentence and are left out.
nlohmann::ordered_json to_json(const DecodeOptions& options);

/// What is not there is as it is at first. Throws Error, `where` first, naming what is unknown or of the wrong kind; numbers beyond
/// what can be had are left to clamped().
DecodeOptions decode_options_from(const nlohmann::json& json, const std::string& where);

/// What is chosen, and what has come of it: null while nothing has.
nlohmann::ordered_json generate_json(const State& state);

}  // namespace vitrine
