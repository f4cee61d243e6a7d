#pragma once
/// A query and a key of an attention.

#include "core/explain/attention_contribution.h"

namespace vitrine {

/// The pair that is taken apart: the selected cell's, or one that is proposed.
struct AttentionPair {
    TokenPair tokens;
    bool chosen = false;  ///< its cell is selected
};

}  // namespace vitrine
