#pragma once
/// The residual stream of the last stack: the row of numbers that every position carries from sublayer to sublayer.

#include <vector>

#include "core/why/asked_run.h"

namespace vitrine {

/// Where a sublayer hands the stream on.
struct StreamPoint {
    std::string name;  ///< "embedding", and then the tensor's path: "decoder.layers.0.norm1" after it, otherwise "….residual1"
    std::string path;  ///< of the tensor in the trace, [B, T, D]
};

/// The points in order of computation. Parallel sublayers have one together.
std::vector<StreamPoint> stream_points(const Outline& outline);

}  // namespace vitrine
