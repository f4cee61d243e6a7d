#pragma once
/// Models as Hugging Face's `transformers` saves them: what their config.json says, and which of our parameters their tensors are.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/family/family_model.h"
#include "core/model/generation_rules.h"

namespace vitrine {

/// Whether an object is the config.json of such a model, of whatever family.
bool is_family_configuration(const nlohmann::json& object);

/// Reads config.json. Throws Error, prefixed with `where`, naming the key and what is supported, where the model has something that
/// we do not have.
FamilyModel family_model_from(const nlohmann::json& object, const std::string& where);

/// The rules in config.json and, over them, those of generation_config.json (null: there is none).
GenerationRules generation_rules_from(const nlohmann::json& configuration, const nlohmann::json& generation,
                                      const FamilyModel& model, const std::string& where);

}  // namespace vitrine
