#pragma once
/// From queries, keys and values to the context at once (section 3.2.1), with everything on the way kept.

#include "core/ops/attention.h"

namespace vitrine {

struct AttentionOperands {
    const Tensor& query;     // [B, H, q, d]
    const Tensor& key;       // [B, H, k, d]
    const Tensor& value;     // [B, H, k, d]
    const MaskTensor& mask;  // [B, 1, q, k]
};

struct AttentionOptions {
    Scalar mask_value;
    ScoreDivisor divisor = ScoreDivisor::root_of_width;
};

struct AttentionResults {
    Tensor& scores;         // [B, H, q, k]
    Tensor& masked_scores;  // [B, H, q, k]
    Tensor& weights;        // [B, H, q, k]
    Tensor& context;        // [B, H, q, d]
};

/// scores_forward, mask_forward, softmax_forward and context_forward, one after another: the same numbers, bit for bit (but for
/// which NaN a NaN is), computed a block of queries at a time, so that a block's scores are still in the cache when they become
/// weights and these when they meet the values. Where all of a tile is hidden, its exponentials and products are left out as far
/// as that changes nothing: all of a row shows a NaN, and a value that is not finite makes itself felt with a weight of 0.
void attention_forward(const AttentionOperands& in, const AttentionOptions& options, const AttentionResults& out);

/// Whether that is faster than the operations one after another; small tensors stay in the cache anyway.
bool blocks_pay(const Tensor& scores);

}  // namespace vitrine
