#pragma once
/// The cells of one head, wherever they are.

#include "core/explain/attention_place.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// A copy in memory of one head of one sentence of [batch, head, query, key]: [query, key]. Throws Error where fetched cells are no
/// longer to be had.
Tensor head_cells(const Tensor& grid, const HeadPlace& place);

}  // namespace vitrine
