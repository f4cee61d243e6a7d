#pragma once
/// The products of scaled dot-product attention (section 3.2.1), head by head.

#include "core/tensor/tensor.h"

namespace vitrine {

/// scores = Q·Kᵀ / √d for every sentence and head. query: [B, H, q, d], key: [B, H, k, d], scores: [B, H, q, k].
void scores_forward(const Tensor& query, const Tensor& key, Tensor& scores);

/// context = weights · V for every sentence and head. weights: [B, H, q, k], value: [B, H, k, d], context: [B, H, q, d].
void context_forward(const Tensor& weights, const Tensor& value, Tensor& context);

/// merged[b, l] = the heads' rows side by side. context: [B, H, L, d], merged: [B, L, H·d] (section 3.2.2, Concat).
void merge_heads_forward(const Tensor& context, Tensor& merged);

}  // namespace vitrine
