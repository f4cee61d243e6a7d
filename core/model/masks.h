#pragma once
/// Which position may look at which: padding is never looked at, and the decoder never looks ahead (section 3.2.3).

#include <string_view>

#include "core/model/configuration.h"
#include "core/model/regime.h"
#include "core/ops/dependence.h"

namespace vitrine {

/// The id of padding where no token is to count as such.
constexpr std::int32_t nothing_is_padding = -1;

struct MaskOptions {
    std::int32_t pad;     ///< keys that hold this token are hidden from every query
    bool causal = false;  ///< hide every key after the query's own position
};

/// Who is hidden where the keys are source tokens, and where the decoder attends to its own.
MaskOptions source_mask(const Configuration& configuration, const Regime& regime);
MaskOptions target_mask(const Configuration& configuration, const Regime& regime);

/// mask[b, 0, q, k] = 1 where query q of sentence b may look at key k. key_tokens: [B, k]; mask: [B, 1, queries, k], resized.
void make_mask(const IndexTensor& key_tokens, Size queries, const MaskOptions& options, MaskTensor& mask);

/// What make_mask_dependence notes down, as far as the mask asks it: 1 where it holds, 0 where it hides the key.
constexpr std::string_view no_padding_condition = "the key is no padding", not_ahead_condition = "k ≤ q";

/// 1 where the key is no padding and, in a causal mask, not after the query. Operands: key_tokens.
Dependence make_mask_dependence(const MaskOptions& options);

}  // namespace vitrine
