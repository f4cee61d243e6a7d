#pragma once
/// Copies the cells of one head, also of fetched tensors.

#include "core/explain/attention_place.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// Copies one head of one sentence of [batch, head, query, key] to [query, key]. Throws Error where fetched cells no longer exist.
Tensor head_cells(const Tensor& grid, const HeadPlace& place);

}  // namespace vitrine
