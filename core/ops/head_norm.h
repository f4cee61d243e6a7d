#pragma once
/// Norms of queries and keys before their products, as in Qwen 3 and OLMo 2: each row is that of one head or of all heads of a
/// position. They are computed as any other norm (core/ops/layer_norm.h, rms_norm.h).

#include <string>

#include "core/ops/dependence.h"

namespace vitrine {

/// The rows of queries or keys that are normalised.
enum class HeadRows : std::uint8_t {
    each_head,  ///< d features of one head
    all_heads,  ///< the features of all heads of a position
};

/// The declaration of a norm, of its mean or of any other part, for queries or keys, "Q" or "K", instead of x.
Dependence of_heads(Dependence norm, HeadRows rows, const std::string& symbol);

}  // namespace vitrine
