#pragma once
/// The formula that a mistake is made in.

#include <string>

#include "core/cause/altered_pass.h"

namespace vitrine {

/// An equation as the model has it, and as it is with a mistake, with the numbers of this model in it.
struct CauseFormula {
    std::string right;  ///< "scores = Q Kᵀ / √8"
    std::string found;  ///< "scores = Q Kᵀ"
};

CauseFormula cause_formula(const Mistake& mistake, const OurRun& run);

}  // namespace vitrine
