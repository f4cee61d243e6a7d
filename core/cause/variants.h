#pragma once
/// The forms of mistakes, as numbers of Mistake::variant. Mistakes that are not listed here have one form, 0.

#include "core/cause/kinds.h"

namespace vitrine {

/// The mask hides the queries that are padding; the whole mask is transposed.
enum class QueryMaskForm { padding, transposed };

/// Which part of the mask is inverted.
enum class InvertedForm { whole, padding, causal };

/// Which padding cross-attention hides: the target's, none, that of the first sentence; from 3 on: that of an earlier sentence,
/// 1, 2, … before.
enum class MemoryMaskForm { target, none, first, others };

/// A key is visible if key < query; if key ≤ query + 1.
enum class CausalForm { hides_itself, shows_next };

/// A hidden score is mask_value / √d; scores + mask_value / √d.
enum class ScaledMaskForm { filled, added };

/// The axis over which the weights add up to 1.
enum class SoftmaxAxis { query, head, sentence };

/// B H L d read as B L D; the numbers of one feature in all heads side by side.
enum class MergeForm { not_transposed, interleaved };

/// Which projections are read as B H L d without a transposition.
enum class SplitForm { all, query, key, value };

/// What the sublayer is added to instead of x: the layer's input, LayerNorm(x), the sum before the LayerNorm, the stack's input,
/// the input of the sublayer before.
enum class ResidualSource { layer, normed, residual, stack, before };

/// Whether the variance is divided by what the configuration says or not.
enum class NormForm { same_divisor, other_divisor };

/// The first position is 1; it is −1.
enum class OffsetForm { one_late, one_early };

enum class LabelForm { not_shifted, shifted_twice };

/// The number of forms. For mistakes that can be in any sublayer, the variant is number · forms + form, with the number of the
/// sublayer from 1, or 0 for all.
constexpr int residual_sources = 5, norm_forms = 2;

/// The first variant of MemoryMaskForm::others.
constexpr int memory_mask_shift = 3;

}  // namespace vitrine
