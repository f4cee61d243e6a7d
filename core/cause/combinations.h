#pragma once
/// What a search tries at places that are suspected: mistakes alone, in one head, and several at once.

#include <span>
#include <vector>

#include "core/cause/hypotheses.h"

namespace vitrine {

/// Every mistake by itself, and those that often come in pairs.
std::vector<Mistakes> single_mistakes(std::span<const CauseRange> suspects, const OurRun& run);

/// Every mistake of an attention in only one of its heads.
std::vector<Mistakes> mistakes_in_one_head(std::span<const CauseRange> suspects, const OurRun& run);

/// The same mistake in several places at once, since one class is used in many: in all suspects, and in all places of the model.
std::vector<Mistakes> mistakes_in_several_places(std::span<const CauseRange> suspects, std::span<const CauseRange> all,
                                                 const OurRun& run);

}  // namespace vitrine
