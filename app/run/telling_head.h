#pragma once
/// The heads of an attention that show the most: those that stories, lessons and the first page point at.

#include <optional>
#include <string>

#include "core/explain/attention_place.h"

namespace vitrine {

struct Run;

/// A head of the cross-attention, drawn as an alignment of source and target.
struct AlignmentHead {
    AttentionPlace place;
    Size head = 0;
    std::optional<double> share = {};  ///< the model's card says how often it looks at the right token; nothing: not measured, so
                                       ///< it is the sharpest head of the last layer
};

/// Nothing for a model without cross-attention.
std::optional<AlignmentHead> alignment_head(const Run& run, Size sentence);

/// The head of an attention whose weights are the most concentrated in a sentence: the one with the least evenness
/// (HeadReading::evenness). Of equal ones the first. Requires: the run has the attention.
Size sharpest_head(const Run& run, const AttentionPlace& place, Size sentence);

}  // namespace vitrine
