#pragma once
/// Combines the statistics of parts.

#include "core/tensor/statistics.h"

namespace vitrine {

/// The statistics of two disjoint sets of cells together, by Chan's formula (no cancellation).
Statistics combined(const Statistics& a, const Statistics& b);

}  // namespace vitrine
