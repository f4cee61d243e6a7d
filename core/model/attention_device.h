#pragma once
/// Attention on another device, such as a GPU, which keeps the tensors that grow with queries × keys.

#include <functional>
#include <optional>

#include "core/model/masks.h"
#include "core/ops/attention.h"

namespace vitrine {

/// The inputs. query: [B, H, q, d]; key, value: [B, H, k, d].
struct AttentionRequest {
    const Tensor& query;
    const Tensor& key;
    const Tensor& value;
    ScoreDivisor divisor;
    const IndexTensor& mask_tokens;  ///< the tokens whose padding is masked: [B, k], or [B, q] for PaddingAxis::queries
    MaskOptions mask;
    Scalar mask_value;
};

/// Computes the context [B, H, q, d], which has its size, and returns the other tensors; or returns nothing and leaves the context
/// unchanged, so that the CPU computes the attention. Requires: the function does not throw.
using AttentionDevice = std::function<std::optional<FetchedAttention>(const AttentionRequest&, Tensor& context)>;

}  // namespace vitrine
