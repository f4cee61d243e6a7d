#pragma once
/// Attention that does not keep what grows with queries × keys: scores, masked scores and weights are computed again whenever they
/// are read, from queries and keys, which are kept.

#include "core/ops/blocked/blocked_attention.h"

namespace vitrine {

/// Computes the context [B, H, q, d], which has its size, and returns the tensors in between. Both have the same bits as in
/// attention_forward(). Any thread may read the cells, and their statistics are known. Requires: is_blocked_faster() for them.
FetchedAttention recomputed_attention_forward(const AttentionOperands& in, const AttentionOptions& options, Tensor& context);

}  // namespace vitrine
