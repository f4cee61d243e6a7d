#pragma once
/// What the config.json of such a model says, in a form common to all families.

#include <map>
#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/model/parameter_names.h"

namespace vitrine {

/// The tables of embeddings and logits by their names in the family; empty: the family has no such name.
struct FamilyTables {
    std::string shared{}, source{}, target{}, output{};
    bool tied = true;  ///< what config.json says
};

/// A model as its family describes it.
struct FamilyModel {
    std::string family;  ///< "gpt2"
    Configuration configuration{};
    ParameterNames tensors{};  ///< without the tables, until the weights are read
    FamilyTables tables{};
    std::vector<std::string> class_names{};          ///< of a model that tells classes
    std::map<std::string, std::string> key_names{};  ///< the name in its config.json for a name of ours: "n_embd" for "d_model"
    std::string prefix{};                            ///< of the base model, "transformer."; a folder may leave it out, or have it
                                                     ///< everywhere
    std::vector<std::string> passed_over{};          ///< patterns of names (core/text/glob.h) of tensors to ignore: buffers,
                                                     ///< unused heads and twins
    std::map<std::string, std::string> twins{};      ///< another name under which the folder may store a tensor of this name
    std::string note{};                              ///< what of the folder is not used; empty: nothing
    std::vector<std::string> of_logits{};  ///< tensors that only the logits need; a folder without them opens without logits
};

}  // namespace vitrine
