#pragma once
/// The forms that mistakes take, as numbers of Mistake::variant. Those that are not listed have one form, 0.

#include "core/cause/kinds.h"

namespace vitrine {

/// Hidden are rows of padding; or the whole mask is transposed.
enum class QueryMaskForm { padding, transposed };

/// Which part of the mask is inverted.
enum class InvertedForm { whole, padding, causal };

/// The target's padding is hidden, none, that of the first sentence; from 3 on: that of the sentence so many before.
enum class MemoryMaskForm { target, none, first, others };

/// key < query; key ≤ query + 1.
enum class CausalForm { hides_itself, shows_next };

/// Hidden scores are mask_value / √d; scores + mask_value / √d.
enum class ScaledMaskForm { filled, added };

/// What the weights add up to 1 over.
enum class SoftmaxAxis { query, head, sentence };

/// B H L d read as B L D; the heads of a feature side by side.
enum class MergeForm { not_transposed, interleaved };

/// Which projections are read as B H L d without a transposition.
enum class SplitForm { all, query, key, value };

/// The layer's input, LayerNorm(x), the sum before the LayerNorm, the stack's input, the input of the sublayer before.
enum class ResidualSource { layer, normed, residual, stack, before };

/// Whether the variance is divided as the configuration says.
enum class NormForm { same_divisor, other_divisor };

/// The first position is 1; −1.
enum class OffsetForm { one_late, one_early };

enum class LabelForm { not_shifted, shifted_twice };

/// How many forms there are. Mistakes that can be in any sublayer count on: number · forms + form, the number from 1, and 0 for
/// all.
constexpr int residual_sources = 5, norm_forms = 2;

/// The first variant of MemoryMaskForm::others.
constexpr int memory_mask_shift = 3;

}  // namespace vitrine
