#pragma once
/// Attention that is computed elsewhere, such as on a graphics card, and leaves there what grows with queries × keys.

#include <functional>
#include <memory>
#include <optional>

#include "core/model/masks.h"
#include "core/ops/attention.h"

namespace vitrine {

/// What it is computed from; query, key, value: [B, H, length, d].
struct AttentionRequest {
    const Tensor& query;
    const Tensor& key;
    const Tensor& value;
    ScoreDivisor divisor;
    const IndexTensor& mask_tokens;  ///< whose padding the mask hides: [B, k], or [B, q] as it says
    MaskOptions mask;
    Scalar mask_value;
};

/// Cells of [batch, head, query, key] that are read where they are.
struct FetchedAttention {
    std::shared_ptr<const FetchedCells> scores, masked_scores, weights;
};

/// Fills the context [B, H, q, d], which has its sizes, and says where the rest is; or leaves it as it is and declines: then it is
/// computed here. Does not throw.
using AttentionDevice = std::function<std::optional<FetchedAttention>(const AttentionRequest&, Tensor& context)>;

}  // namespace vitrine
