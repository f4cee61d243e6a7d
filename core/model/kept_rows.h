#pragma once
/// Keys and values that are kept while sentences grow: the cache of decoding. core/model alone includes this.

#include <span>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Each sentence becomes a copy of the one it goes on from. rows: [B, H, k, d], heads together, becomes [parents, H, k, d].
void choose_rows(Tensor& rows, std::span<const Size> parents);

/// The same, with the rows of the sentence's own behind those of its parent. rows: [B, H, k, d], added: [parents, H, n, d], both
/// heads together; rows becomes [parents, H, k + n, d].
void append_rows(Tensor& rows, std::span<const Size> parents, const Tensor& added);

}  // namespace vitrine
