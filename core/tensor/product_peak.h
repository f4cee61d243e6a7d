#pragma once

namespace vitrine {

/// GFLOP/s that many threads reach on matrix products of a size that suits the caches, all at once and each on its own: what a
/// larger computation made of such products can be held against. Takes about a fifth of a second.
double measured_peak(int threads);

}  // namespace vitrine
