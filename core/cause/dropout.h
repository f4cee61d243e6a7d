#pragma once
/// Dropout that was left on: its zeros can be seen in another program's numbers. Only core/cause includes this.

#include <optional>

#include "core/against/matching.h"
#include "core/cause/mistaken_pass.h"

namespace vitrine {

/// If the numbers of this pair are ours with some of them 0 and all others divided by 1 − p, returns the mistake that drops the
/// same numbers. `accepted`: the mistakes that are already known.
std::optional<Mistake> find_dropout(const TracePair& pair, const OurRun& run, std::span<const Mistake> accepted, double tolerance);

/// The same for a LayerNorm whose residual was not recorded. Its rows show which numbers were dropped before it: each is gain ⊙
/// (x + dropped − mean) / deviation + bias with an unknown mean and deviation. Tries the usual probabilities.
std::optional<Mistake> find_dropout_before_norm(const TracePair& pair, const OurRun& run, std::span<const Mistake> accepted,
                                                double tolerance);

/// The tensor that a residual adds to x, as the pass shows it after its dropout; empty if the path is not that of a residual.
std::string added_to(const std::string& residual, const Configuration& configuration);

}  // namespace vitrine
