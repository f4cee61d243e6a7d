#pragma once
/// A training and what was chosen for it as JSON: {"task": "copy", "d_model": 32, "optimizer": "Adam", …}.

#include <nlohmann/json_fwd.hpp>

#include "app/views/train/settings.h"

namespace vitrine {

nlohmann::ordered_json to_json(const TrainingSettings& settings);

/// What is not there is as the task has it. Throws Error, `where` first, naming the field.
void read_json(const nlohmann::json& json, const std::string& where, TrainingSettings& settings);

}  // namespace vitrine
