#pragma once
/// The forms that mistakes take, as numbers of Mistake::variant. Those that are not listed have one form, 0.

#include "core/cause/kinds.h"

namespace vitrine {

enum class QueryMaskForm { padding, transposed };    ///< hidden are rows of padding; or the whole mask is transposed
enum class InvertedForm { whole, padding, causal };  ///< which part of the mask is inverted
enum class MemoryMaskForm {
    target,
    none,
    first,
    others
};                                                   ///< the target's padding, none, the first row's; from 3 on: the row so many
                                                     ///< before
enum class CausalForm { hides_itself, shows_next };  ///< key < query; key ≤ query + 1
enum class ScaledMaskForm { filled, added };         ///< hidden scores are mask_value / √d; scores + mask_value / √d
enum class SoftmaxAxis { query, head, sentence };
enum class MergeForm { not_transposed, interleaved };  ///< B H L d read as B L D; the heads of a feature side by side
enum class SplitForm { all, query, key, value };       ///< which projections are read as B H L d without a transposition
enum class ResidualSource {
    layer,
    normed,
    residual,
    stack
};                                                    ///< the layer's input, LayerNorm(x), the sum before LayerNorm, the stack's
enum class NormForm { same_divisor, other_divisor };  ///< whether the variance is divided as the configuration says
enum class ActivationForm { relu, gelu, silu, gelu_tanh };
enum class OffsetForm { one_late, one_early };  ///< the first position is 1; −1
enum class LabelForm { not_shifted, shifted_twice };

constexpr int residual_sources = 4, norm_forms = 2, memory_mask_shift = 3;

/// Mistakes that can be in one sublayer or in all: `number` counts from 1, 0 means all.
constexpr int residual_variant(int number, ResidualSource source) { return number * residual_sources + static_cast<int>(source); }
constexpr int norm_variant(int number, NormForm form) { return number * norm_forms + static_cast<int>(form); }

}  // namespace vitrine
