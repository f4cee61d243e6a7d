#pragma once
/// The layout of narrow windows, such as phones and tablets held upright: the figure has the whole width, and what stands beside it
/// elsewhere is in sheets below it, where a thumb reaches.

#include "app/frame/sheets/state.h"
#include "app/panel/panel.h"

namespace vitrine {

/// What there is to lay out.
struct NarrowParts {
    ImVec2 window;
    bool has_left = false, has_right = false;
    float strip = 0;   ///< heights that the panels ask for
    float bottom = 0;  ///< of the bar for stepping; 0: the view has none
    bool lesson = false, lists_lessons = false;
    Sheet open = Sheet::none;
    Sheets sheets = {};
};

struct NarrowPlaces {
    Rect top, strip, centre, sheet, handle, left, right, bottom, buttons, lesson;
};

NarrowPlaces narrow_places(const NarrowParts& parts);

}  // namespace vitrine
