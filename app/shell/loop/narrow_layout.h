#pragma once
/// Lays out narrow windows, such as phones and tablets held upright. The figure has the whole width. What stands beside it in
/// wide windows is in sheets below it, within reach of the thumb.

#include "app/frame/sheets/state.h"
#include "app/panel/panel.h"

namespace vitrine {

/// What has to be laid out.
struct NarrowParts {
    ImVec2 window;
    bool has_left = false, has_right = false;
    float strip = 0;   ///< height that its panels want
    float bottom = 0;  ///< height of the bar for stepping; 0: the view has none
    bool lesson = false, lists_lessons = false;
    bool tells = false;  ///< the lesson is told, in large letters
    Sheet open = Sheet::none;
    Sheets sheets = {};
};

struct NarrowPlaces {
    Rect top, strip, centre, sheet, handle, left, right, bottom, buttons, lesson;
};

NarrowPlaces narrow_places(const NarrowParts& parts);

}  // namespace vitrine
