#pragma once
/// Attention masks: they hide padding, and in the decoder all later positions (section 3.2.3).

#include <optional>
#include <string_view>

#include "core/model/configuration.h"
#include "core/model/design.h"
#include "core/ops/dependence.h"

namespace vitrine {

/// The axis whose padding is masked.
enum class PaddingAxis : std::uint8_t {
    keys,     ///< keys that are padding are hidden from every query
    queries,  ///< the wrong axis: queries that are padding see no key, and no padding key is hidden
};

struct MaskOptions {
    std::int32_t pad;              ///< the token that is padding; no_token: none is
    bool causal = false;           ///< hide keys after the query's position
    std::optional<Size> window{};  ///< hide keys this many places before the query, and earlier ones
    PaddingAxis padding = PaddingAxis::keys;
    Size first_query = 0;  ///< the position of the first query; greater than 0 when decoding word by word
};

/// The masks of encoder self-attention, decoder self-attention and cross-attention.
MaskOptions source_mask(const Configuration& configuration, const Design& design);
MaskOptions target_mask(const Configuration& configuration, const Design& design);
MaskOptions cross_mask(const Configuration& configuration, const Design& design);

/// mask[b, 0, q, k] = 1 where query q of sentence b may attend to key k. Query q is at position first_query + q. tokens: [B, k], or
/// [B, q] for PaddingAxis::queries; other_length: the length of the other axis; mask: [B, 1, q, k], resized.
void make_mask(const IndexTensor& tokens, Size other_length, const MaskOptions& options, MaskTensor& mask);

/// Names of the intermediate values in make_mask_dependence, each 1 or 0. The mask is their product.
constexpr std::string_view key_condition = "the key is no padding", query_condition = "the query is no padding",
                           causal_condition = "k ≤ q", window_condition = "k > q − window";

/// 1 where the token of the padding axis is not padding and, in a causal mask, k ≤ q and, with a window, k > q − window. Operands:
/// tokens.
Dependence make_mask_dependence(const MaskOptions& options);

/// A mask that is 1 everywhere, of an attention without padding or causal masking. No operands.
Dependence open_mask_dependence();

}  // namespace vitrine
