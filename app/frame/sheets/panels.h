#pragma once
/// The panels of narrow windows: what opens, drags and closes the sheets.

#include <string_view>

#include "app/panel/panel.h"

namespace vitrine {

constexpr float sheet_handle_height = 26, sheet_buttons_height = 56;

/// What a view's columns are called on the buttons that open them.
struct SheetNames {
    std::string_view view, left, right;
};
const SheetNames& sheet_names(View view);

/// The upper edge of a sheet: drags it higher and lower; a tap closes it, or folds a tablet's.
void draw_sheet_handle(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A phone's bar along the lower edge. It also opens the inspector where a tap has chosen a tensor.
void draw_sheet_buttons(Ui& ui, const Rect& area, const State& state, Commands& commands);

/// A short bar that says "this can be dragged", and what a drag and a tap on it do.
struct Grip {
    std::string name;  ///< of the anchor
    Rect area;
    float height = 0;  ///< of the sheet below it, now
    float least = 0;   ///< dragged below this, it closes
};
struct GripMoved {
    std::optional<float> height;           ///< it is dragged to this height
    bool tapped = false, dropped = false;  ///< dropped: let go below the least height
};
GripMoved draw_grip(Ui& ui, const Grip& grip);

}  // namespace vitrine
