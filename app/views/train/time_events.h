#pragma once
/// The line that shows the time of a training, and the marks of notable moments below it.

#include <algorithm>
#include <cmath>

#include "app/panel/panel.h"
#include "core/train/moments.h"

namespace vitrine {

/// The line itself, from step 0 to the newest moment.
struct TimeTrack {
    Rect area;
    std::int64_t last;

    float x_of(std::int64_t step) const {
        return area.min.x + area.width() * static_cast<float>(step) / static_cast<float>(std::max<std::int64_t>(1, last));
    }
    std::int64_t step_at(float x) const {
        const float share = std::clamp((x - area.min.x) / area.width(), 0.0f, 1.0f);
        return std::llround(static_cast<double>(share) * static_cast<double>(last));
    }
};

/// Draws the marks of events below the line, and what they mark. `moments`: those that are kept, of which a click shows the
/// nearest.
void draw_events(Ui& ui, Column& column, const TimeTrack& track, const Moments& moments, const State& state, Commands& commands);

}  // namespace vitrine
