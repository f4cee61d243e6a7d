#pragma once
/// What can be asked of a picture, by a script or on the command line.

namespace vitrine {

/// A side of it, in pixels.
constexpr int least_side = 100, most_side = 8192;

/// Pixels per logical pixel.
constexpr double least_scale = 0.75, most_scale = 3;

}  // namespace vitrine
