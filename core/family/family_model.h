#pragma once
/// What config.json of such a model says, of whatever family.

#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/model/parameter_names.h"

namespace vitrine {

/// A family's way of saying everything.
struct FamilyModel {
    std::string family;  ///< "gpt2"
    Configuration configuration{};
    ParameterNames tensors{};
    std::string prefix{};                    ///< of the base model, "transformer."; names may lack it, or all have it
    std::vector<std::string> passed_over{};  ///< patterns of names (core/text/glob.h) of buffers, unused heads and twins
    std::vector<std::string> of_logits{};    ///< tensors that only the logits need; a folder without them opens without logits
};

}  // namespace vitrine
