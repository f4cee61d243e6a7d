#pragma once
/// The key-value cache of decoding. Only core/pass includes this.

#include <span>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Reorders the cache: sentence i becomes a copy of sentence parents[i]. rows: [B, H, k, d] in Order::heads_together; becomes
/// [parents, H, k, d].
void reorder_cache(Tensor& rows, std::span<const Size> parents);

/// Reorders the cache and appends new rows: sentence i becomes the rows of sentence parents[i] followed by added[i]. rows: [B, H,
/// k, d], added: [parents, H, n, d], both in Order::heads_together; rows becomes [parents, H, k + n, d].
void append_to_cache(Tensor& rows, std::span<const Size> parents, const Tensor& added);

/// The row of the last key of every sentence and head. rows: [B, H, k, d]; last: [B, H, 1, d], resized.
void take_last(const Tensor& rows, Tensor& last);

}  // namespace vitrine
