#pragma once
/// Numbers at whole positions, and the curves that they lie on, if any.

#include <optional>
#include <span>

#include "app/widgets/chart/axis.h"
#include "app/widgets/ui.h"

namespace vitrine {

struct WavePoint {
    double position = 0, value = 0;
};

/// A line through points, from left to right.
struct WaveLine {
    std::string label;  ///< empty: none
    std::span<const WavePoint> points;
    Colour colour = 0;
    float thickness = 1.5f;
};

/// A dot at a whole position.
struct WaveDot {
    WavePoint at;
    Colour ground = 0;
};

struct WaveInput {
    std::string name;  ///< the name of the anchor
    std::span<const WaveLine> lines;
    std::span<const WaveDot> dots;  ///< above the lines; a value that is not finite is a cross at the lower edge
    AxisRange vertical, horizontal;
    std::string horizontal_title;  ///< below the axis, at its right end
    std::optional<int> marked;     ///< a position to mark
    Colour outline = 0;            ///< of the dots
};

struct WaveOutput {
    std::optional<int> hovered, clicked;  ///< the whole position nearest to the pointer
};

/// Draws into all of `area`, with the labels of the lines above the curves and the axis below.
WaveOutput wave(Ui& ui, const Rect& area, const WaveInput& input);

}  // namespace vitrine
