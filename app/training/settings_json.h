#pragma once
/// The settings of a training as JSON: {"task": "copy", "d_model": 32, "optimizer": "Adam", …}.

#include <nlohmann/json_fwd.hpp>

#include "app/training/settings.h"

namespace vitrine {

nlohmann::ordered_json to_json(const TrainingSettings& settings);

/// Missing keys: the task's defaults. Throws Error, whose text begins with `where` and names the field.
void read_json(const nlohmann::json& json, const std::string& where, TrainingSettings& settings);

}  // namespace vitrine
