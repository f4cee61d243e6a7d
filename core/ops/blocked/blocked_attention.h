#pragma once
/// Attention (section 3.2.1) from query, key and value to context in one pass over blocks of queries, recording all tensors in
/// between.

#include "core/ops/attention.h"

namespace vitrine {

struct AttentionOperands {
    const Tensor& query;     // [B, H, q, d]
    const Tensor& key;       // [B, G, k, d]
    const Tensor& value;     // [B, G, k, d]
    const MaskTensor& mask;  // [B, 1, q, k]
};

struct AttentionOptions {
    Scalar mask_value;
    ScoreDivisor divisor{};
};

struct AttentionResults {
    Tensor& scores;         // [B, H, q, k]
    Tensor& masked_scores;  // [B, H, q, k]; may share the memory of the scores if the mask hides nothing
    Tensor& weights;        // [B, H, q, k]
    Tensor& context;        // [B, H, q, d]
};

/// Computes the same as scores_forward, mask_forward, softmax_forward and context_forward, bit for bit (except for the bits of a
/// NaN). It works on one block of queries at a time, so that scores are still in the cache when the softmax reads them, and weights
/// when they are multiplied by the values. Tiles that the mask hides entirely are skipped where that changes no result: not in rows
/// that contain a NaN, nor for values that are not finite, since 0 · ∞ is NaN.
void attention_forward(const AttentionOperands& in, const AttentionOptions& options, const AttentionResults& out);

/// Whether attention_forward is faster than the separate operations; small tensors stay in the cache anyway.
bool is_blocked_faster(const Tensor& query, const Tensor& key);

}  // namespace vitrine
