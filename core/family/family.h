#pragma once
/// Models as Hugging Face's `transformers` saves them: what their config.json says, and which of our parameters their tensors are.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/model/configuration.h"
#include "core/model/generation_rules.h"

namespace vitrine {

/// A tensor of such a folder, and the rows of one of our parameters that it holds.
struct FamilyTensor {
    std::string name;         ///< "transformer.h.0.attn.c_attn.weight"
    std::string parameter;    ///< "transformer.decoder.layers.0.self_attn.in_proj_weight"
    Size first = 0;           ///< its first row there
    Size rows = -1;           ///< how many; −1: all
    bool transposed = false;  ///< stored as [input, output], as GPT-2's Conv1D does
    bool is_buffer = false;   ///< stored, but not trained: it has no gradient
};

/// A family's way of saying everything.
struct FamilyModel {
    std::string family;  ///< "gpt2"
    Configuration configuration{};
    std::vector<FamilyTensor> tensors{};
    std::string prefix{};                      ///< of the base model, "transformer."; names may lack it, or all have it
    std::vector<std::string> passed_over{};    ///< patterns of names (core/text/glob.h) of buffers, unused heads and twins
    std::vector<std::string> of_logits{};      ///< tensors that only the logits need; a folder without them opens without logits
};

/// Whether an object is the config.json of such a model, of whatever family.
bool is_family_configuration(const nlohmann::json& object);

/// Reads config.json. Throws Error, prefixed with `where`, naming the key and what is supported, where the model has something that
/// we do not have.
FamilyModel family_model_from(const nlohmann::json& object, const std::string& where);

/// The rules in config.json and, over them, those of generation_config.json (null: there is none).
GenerationRules generation_rules_from(const nlohmann::json& configuration, const nlohmann::json& generation, const FamilyModel& model,
                                      const std::string& where);

}  // namespace vitrine
