#pragma once
/// What may be wrong in a part of a model.

#include <vector>

#include "core/cause/mistaken_pass.h"
#include "core/model/description.h"

namespace vitrine {

/// Several mistakes at once, usually one.
using Mistakes = std::vector<Mistake>;

/// A place in a model, and its first and last tensor as indices in our outline.
struct CauseRange {
    std::string where;
    CausePlace place;
    int first = -1, last = -1;
    int sublayers = 1;  ///< of a layer
    int norms = 1;      ///< of a layer, see norms_at()
    Size heads = 0;     ///< of an attention
};

/// The attention at a place. Requires: the place is an attention of the model.
AttentionDescription attention_at(const std::string& where, const Configuration& configuration);

/// The names of a layer's norms, in the order in which mistakes count them from 1: those of x, then those behind sublayers.
/// Requires: the place is a layer of the model.
std::vector<std::string> norms_at(const std::string& where, const Configuration& configuration);

/// All places of a model, in order of computation.
std::vector<CauseRange> cause_places(const OurRun& run);

/// Every mistake that can be made at a place, in each of its forms.
std::vector<Mistake> mistakes_at(const CauseRange& place, const OurRun& run);

}  // namespace vitrine
