#pragma once
/// Models as saved by Hugging Face's `transformers`: what their config.json says, and which of our parameters their tensors are.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/family/family_model.h"
#include "core/model/generation_rules.h"

namespace vitrine {

/// Whether an object is the config.json of such a model, of any family.
bool is_family_configuration(const nlohmann::json& object);

/// Reads config.json. Throws Error, prefixed with `where`, naming the key and what is supported, if the model has something that
/// we do not have.
FamilyModel family_model_from(const nlohmann::json& object, const std::string& where);

/// The rules of generation_config.json or, if that is null, those of config.json.
GenerationRules generation_rules_from(const nlohmann::json& configuration, const nlohmann::json& generation,
                                      const FamilyModel& model, const std::string& where);

}  // namespace vitrine
