#pragma once
/// Which position may look at which: padding is never looked at, and the decoder never looks ahead (section 3.2.3).

#include <cstdint>
#include <string_view>

#include "core/model/configuration.h"
#include "core/model/regime.h"
#include "core/ops/dependence.h"

namespace vitrine {

/// The id of padding where no token is to count as such.
constexpr std::int32_t nothing_is_padding = -1;

/// Whose padding decides.
enum class PaddingAxis : std::uint8_t {
    keys,     ///< what is padding is hidden from every query
    queries,  ///< the wrong axis: from a query that is padding every key is hidden, and no padding is
};

struct MaskOptions {
    std::int32_t pad;     ///< the token that is padding
    bool causal = false;  ///< hide every key after the query's own position
    PaddingAxis padding = PaddingAxis::keys;
    Size first_query = 0;  ///< the position of the first query, where those before it are not asked for
};

/// Who is hidden where the source attends to itself, where the target does, and where the target attends to the source.
MaskOptions source_mask(const Configuration& configuration, const Regime& regime);
MaskOptions target_mask(const Configuration& configuration, const Regime& regime);
MaskOptions cross_mask(const Configuration& configuration, const Regime& regime);

/// mask[b, 0, q, k] = 1 where query q of sentence b, at position first_query + q, may look at key k. tokens: [B, k], or [B, q]
/// where the padding of queries decides; others: how many there are along the other of the two axes; mask: [B, 1, q, k], resized.
void make_mask(const IndexTensor& tokens, Size others, const MaskOptions& options, MaskTensor& mask);

/// What make_mask_dependence notes down, as far as the mask asks it: 1 where it holds, 0 where it hides the key.
constexpr std::string_view no_padding_condition = "the key is no padding", asks_no_padding_condition = "the query is no padding",
                           not_ahead_condition = "k ≤ q";

/// 1 where the key, or the query, is no padding and, in a causal mask, not after the query. Operands: tokens.
Dependence make_mask_dependence(const MaskOptions& options);

}  // namespace vitrine
