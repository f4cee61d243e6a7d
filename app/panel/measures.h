#pragma once
/// How wide the columns of a view are. All in logical pixels.

namespace vitrine {

struct State;

/// Where the left column ends, where the right one begins, and where both end below. A column that does not fit is of no width, and
/// at last the figure in the middle goes.
struct WindowMeasures {
    float left, right, lower;
};

/// The side columns of a window take a share of its width within limits; the figure in the middle takes what is left.
float left_width(float width);
float right_width(float width);

/// The choices on the left stay, and so does what is said about the one that is shown, as long as there is room; there is nothing
/// to step through.
WindowMeasures choices_and_reading(const State& state, float width, float height);

/// The choices on the left stay; all else is in the middle.
WindowMeasures choices_alone(const State& state, float width, float height);

}  // namespace vitrine
