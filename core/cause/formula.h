#pragma once
/// The formula that contains a mistake.

#include <string>

#include "core/cause/mistaken_pass.h"

namespace vitrine {

/// An equation as the model has it, and as it is with the mistake, both with the numbers of this model.
struct CauseFormula {
    std::string right;  ///< "scores = Q Kᵀ / √8"
    std::string found;  ///< "scores = Q Kᵀ"
};

CauseFormula cause_formula(const Mistake& mistake, const OurRun& run);

}  // namespace vitrine
