#pragma once
/// The widths of a view's columns. All in logical pixels.

namespace vitrine {

struct State;

/// The right edge of the left column, the left edge of the right column, and the lower edge of both. A column that does not fit has
/// no width; in very narrow windows the middle has none either.
struct WindowMeasures {
    float left, right, lower;
};

/// The side columns of a window take a share of its width within limits; the figure in the middle takes what is left.
float left_width(float width);
float right_width(float width);

/// For views with choices on the left, which always stay, and explanations on the right, if there is room. There is no bar for
/// stepping.
WindowMeasures choices_and_reading(const State& state, float width, float height);

/// For views with choices on the left and everything else in the middle.
WindowMeasures choices_alone(const State& state, float width, float height);

}  // namespace vitrine
