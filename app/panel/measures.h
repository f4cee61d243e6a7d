#pragma once
/// The widths of a view's columns. All in logical pixels.

#include "app/render/rect.h"

namespace vitrine {

struct State;

/// The form of the window.
enum class Form : unsigned char {
    wide,    ///< columns beside the figure
    tablet,  ///< upright: the columns side by side in a sheet below the figure
    phone,   ///< one of the columns at a time, in a sheet that is opened and closed
};

/// The form of a window of this size, in logical pixels.
Form form_of(ImVec2 window);

inline bool is_narrow(ImVec2 window) { return form_of(window) != Form::wide; }

/// The smallest height of something that a finger should hit.
constexpr float touch_height = 40;

/// The right edge of the left column, the left edge of the right column, and the lower edge of both. A column that does not fit
/// has a width of 0; in very narrow windows, so does the middle.
struct WindowMeasures {
    float left, right, lower;
};

/// The side columns of a window take a share of its width within limits; the figure in the middle takes what is left.
float left_width(float width);
float right_width(float width);

/// For views with choices on the left, which are always there, and explanations on the right, if there is room. There is no bar
/// for stepping.
WindowMeasures choices_and_reading(const State& state, float width, float height);

/// For views with choices on the left and everything else in the middle.
WindowMeasures choices_alone(const State& state, float width, float height);

}  // namespace vitrine
