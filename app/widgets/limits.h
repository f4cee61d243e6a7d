#pragma once
/// Limits of pictures and of the window, for scripts and the command line.

namespace vitrine {

/// A side of a picture, in pixels.
constexpr int least_side = 100, most_side = 8192;

/// The largest product of scale and pixels per pixel: finer letters would need too much graphics memory.
constexpr double most_fineness = 8;

/// Pixels per logical pixel.
constexpr double least_scale = 0.75, most_scale = 3;

struct LogicalSize {
    int width, height;
};

/// The smallest window, in logical pixels.
constexpr LogicalSize least_logical_size{360, 560};

/// The smallest pictures, in logical pixels: a picture must be at least as large as one of them. The tall one has the narrow
/// form.
constexpr LogicalSize least_picture{640, 400}, least_tall_picture{360, 560};

/// The largest scale, in steps of a quarter, at which a picture of this size is not smaller than the smallest.
double most_scale_of(int width, int height);

/// Throws Error, which names a sufficient size, if a picture is smaller than the smallest at this scale.
void check_size(int width, int height, double scale);

/// Throws Error if a picture with `pixels` pixels per pixel of the screen is too large, or too fine at this scale.
void check_fineness(int width, int height, double scale, double pixels);

}  // namespace vitrine
