#pragma once
/// What can be asked of a picture or of the window, by a script or on the command line.

namespace vitrine {

/// A side of a picture, in pixels.
constexpr int least_side = 100, most_side = 8192;

/// Scale and pixels for each pixel multiplied: letters that are finer are more than graphics memory takes.
constexpr double most_fineness = 8;

/// Pixels per logical pixel.
constexpr double least_scale = 0.75, most_scale = 3;

struct LogicalSize {
    int width, height;
};

/// What the window cannot be made smaller than, in logical pixels.
constexpr LogicalSize least_logical_size{900, 640};

/// The same for a picture: below it the parts of the window have no room at all.
constexpr LogicalSize least_picture{640, 400};

/// Throws Error, saying which size would do, where a picture is less than least_picture at a scale.
void check_size(int width, int height, double scale);

/// Throws Error where a picture with so many pixels for each of these is too large, or too fine at this scale.
void check_fineness(int width, int height, double scale, double pixels);

}  // namespace vitrine
