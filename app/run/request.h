#pragma once
/// ModelRequest as JSON: {"sample": "navigation"}, {"folder": "/home/me/model", "batch": "/home/me/batch.json"}, {"configuration":
/// "config.json", "seed": 1, "initialisation": "xavier"}.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/io/model.h"

namespace vitrine {

/// Paths are written as absolute paths, so that the file is valid wherever the program is started.
nlohmann::ordered_json to_json(const ModelRequest& request);

/// Throws Error, whose text begins with `where`, if the JSON does not name exactly one model.
ModelRequest request_from(const nlohmann::json& json, const std::string& where);

/// False if the request is empty, as for a model in training, which is not in a file.
bool names_model(const ModelRequest& request);

/// Whether both requests name the same model and the same batch.
bool same_request(const ModelRequest& a, const ModelRequest& b);

/// Where the model is, in one line: "~/models/copy", "config.json, seed 3", with its batch.
std::string place_of(const ModelRequest& request);

}  // namespace vitrine
