#pragma once
/// What may be wrong at a place of a model.

#include <vector>

#include "core/cause/altered_pass.h"

namespace vitrine {

/// Several mistakes at once, usually one.
using Mistakes = std::vector<Mistake>;

/// A place, and the first and last of our tensors that are of it, as numbers in the outline.
struct CauseRange {
    std::string where;
    CausePlace place;
    int first, last;
};

/// Every place of a model in order of computation.
std::vector<CauseRange> cause_places(const OurRun& run);

/// Every mistake that can be made at a place, in each of its forms.
std::vector<Mistake> mistakes_at(const CauseRange& place, const OurRun& run);

}  // namespace vitrine
