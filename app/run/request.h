#pragma once
/// Which model was asked for, as JSON: {"sample": "navigation"}, {"folder": "/home/me/model", "batch": "/home/me/batch.json"},
/// {"configuration": "config.json", "seed": 1, "initialisation": "xavier"}.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/io/model.h"

namespace vitrine {

/// Paths are written whole, so that the file means the same wherever the program is started.
nlohmann::ordered_json to_json(const ModelRequest& request);

/// Throws Error, `where` first, where it does not name exactly one model.
ModelRequest request_from(const nlohmann::json& json, const std::string& where);

/// False where it says nothing, as that of a model in training: that is in no file.
bool names_model(const ModelRequest& request);

/// Whether two name the same model and the same batch.
bool same_request(const ModelRequest& a, const ModelRequest& b);

/// Where it is, on one line: "~/models/copy", "config.json, seed 3", with its batch.
std::string place_of(const ModelRequest& request);

}  // namespace vitrine
