#pragma once
/// Dropout that was left on: its zeros can be seen in another program's numbers. Only core/cause includes this.

#include <optional>

#include "core/against/matching.h"
#include "core/cause/altered_pass.h"

namespace vitrine {

/// If the numbers of this pair are ours with some of them 0 and all others divided by 1 − p, the mistake that drops the same.
/// `accepted`: the mistakes that are known already.
std::optional<Mistake> find_dropout(const TracePair& pair, const OurRun& run, std::span<const Mistake> accepted, double tolerance);

}  // namespace vitrine
