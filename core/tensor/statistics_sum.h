#pragma once
/// Statistics of parts, put together.

#include "core/tensor/statistics.h"

namespace vitrine {

/// Of the cells of both, none of which is in the other one: Chan's formula, without cancellation.
Statistics together(const Statistics& a, const Statistics& b);

}  // namespace vitrine
