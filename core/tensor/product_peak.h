#pragma once

namespace vitrine {

/// The matrix-product speed of this machine in GFLOP/s, for a size that suits the caches, with `threads` independent products at
/// once: a yardstick for larger computations. Takes about 0.2 s.
double measured_peak(int threads);

}  // namespace vitrine
