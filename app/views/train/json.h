#pragma once
/// A training and what was chosen for it as JSON: {"task": "copy", "d_model": 32, "optimizer": "Adam", …}.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "app/views/train/state.h"

namespace vitrine {

nlohmann::ordered_json to_json(const TrainingSettings& settings);

/// What is not there is as the task has it. Throws Error, `where` first, naming the field.
TrainingSettings training_settings_from(const nlohmann::json& json, const std::string& where);

/// With what has been learned so far, for tests and scripts.
nlohmann::ordered_json to_json(const TrainingView& training);

}  // namespace vitrine
