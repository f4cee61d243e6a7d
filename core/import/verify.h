#pragma once
/// Tries answers to open questions against the numbers of somebody else's run.

#include <string>
#include <vector>

#include "core/import/trials.h"

namespace vitrine {

/// A reference agrees where |a − b| ≤ tolerance · max(1, |b|), b the reference.
inline constexpr double verify_tolerance = 1e-4;

struct Verification {
    ImportAnswers answers;               ///< those of the nearest choice that the reference tells
    ImportAnswers nearest;               ///< all that were tried, of the nearest choice
    Deviation deviation;                 ///< of the nearest choice
    std::int64_t tried = 0;              ///< how many choices
    std::vector<ImportQuestion> untold;  ///< questions of which several answers come equally near

    bool reproduced() const { return deviation.largest <= verify_tolerance; }
};

/// Runs the model on the batch with every combination of answers to the open questions, and then, if none reproduces the reference,
/// with other answers in the place of guesses, one at a time. Throws Error where there are too many.
Verification verify(const VerifyRequest& request);

/// Ids that a batch may be padded with: those that a sentence ends with. "-1" stands for one that the batch does not have.
std::vector<std::string> padding_candidates(const Batch& batch);

}  // namespace vitrine
