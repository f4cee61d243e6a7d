#pragma once
/// What config.json of such a model says, of whatever family.

#include <map>
#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/model/parameter_names.h"

namespace vitrine {

/// The tables of embeddings and logits by the names that the family has for them; empty: no such name.
struct FamilyTables {
    std::string shared{}, source{}, target{}, output{};
    bool tied = true;  ///< what config.json says
};

/// A family's way of saying everything.
struct FamilyModel {
    std::string family;  ///< "gpt2"
    Configuration configuration{};
    ParameterNames tensors{};  ///< without the tables, until the weights are read
    FamilyTables tables{};
    std::map<std::string, std::string> key_names{};  ///< of its config.json, by our own: "n_embd" for "d_model"
    std::string prefix{};                            ///< of the base model, "transformer."; names may lack it, or all have it
    std::vector<std::string> passed_over{};          ///< patterns of names (core/text/glob.h) of buffers, unused heads and twins
    std::map<std::string, std::string> twins{};      ///< another name that may hold what is stored under a name
    std::vector<std::string> of_logits{};  ///< tensors that only the logits need; a folder without them opens without logits
};

}  // namespace vitrine
