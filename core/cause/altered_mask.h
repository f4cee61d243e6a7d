#pragma once
/// Masks with a mistake. Only core/cause includes this.

#include "core/cause/altered_pass.h"

namespace vitrine {

/// The mistake that makes another mask of an attention's; null if there is none.
const Mistake* find_mask_mistake(std::span<const Mistake> mistakes, const std::string& attention);

/// Whether the attention has no padding mask, beside whatever else its mask lacks.
bool lacks_padding_mask(std::span<const Mistake> mistakes, const std::string& attention);

/// Fills mask [B, 1, q, k] with the mistake in it. Requires: it has its size.
void make_altered_mask(const Mistake& mistake, const AttentionSources& in, MaskTensor& mask);

}  // namespace vitrine
