#pragma once
/// Masks with a mistake. Only core/cause includes this.

#include "core/cause/altered_pass.h"

namespace vitrine {

/// The mistake that changes the mask of an attention; null if there is none.
const Mistake* find_mask_mistake(std::span<const Mistake> mistakes, const std::string& attention);

/// Whether the attention lacks its padding mask, besides any other mistake in the mask.
bool lacks_padding_mask(std::span<const Mistake> mistakes, const std::string& attention);

/// Fills mask [B, 1, q, k] with the mistake in it. Requires: the mask has its size.
void make_altered_mask(const Mistake& mistake, const AttentionSources& in, MaskTensor& mask);

}  // namespace vitrine
