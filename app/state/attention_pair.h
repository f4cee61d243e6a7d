#pragma once
/// A query and a key of an attention.

#include "core/explain/attention_contribution.h"

namespace vitrine {

/// The pair whose score is explained: that of the selected cell, or a suggested one.
struct AttentionPair {
    TokenPair tokens;
    bool chosen = false;  ///< its cell is selected; false: the pair is a suggestion
};

}  // namespace vitrine
