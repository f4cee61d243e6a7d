#pragma once
/// The panels of narrow windows that open, drag and close the sheets.

#include <string_view>

#include "app/panel/panel.h"

namespace vitrine {

constexpr float sheet_handle_height = 26, sheet_buttons_height = 56;

/// What the buttons that open a view's columns are called.
struct SheetNames {
    std::string_view view, left, right;
};
const SheetNames& sheet_names(View view);

/// The upper edge of a sheet: dragging it makes the sheet higher or lower; a tap closes the sheet, or folds it on a tablet.
void draw_sheet_handle(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A phone's bar along the lower edge. It also opens the inspector when a tap has chosen a tensor.
void draw_sheet_buttons(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A short bar that shows that this can be dragged, and what dragging and tapping it do.
struct Grip {
    std::string name;  ///< the name of the anchor
    Rect area;
    float height = 0;  ///< the current height of the sheet below it
    float least = 0;   ///< if it is dragged below this, the sheet closes
};
struct GripMoved {
    std::optional<float> height;           ///< the height to which it is dragged
    bool tapped = false, dropped = false;  ///< dropped: released below the least height
};
GripMoved draw_grip(Ui& ui, const Grip& grip);

}  // namespace vitrine
