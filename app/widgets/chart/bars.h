#pragma once
/// Rows of labelled bars: how much of something each of several has.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"

namespace vitrine {

/// One bar of a row, from 0 to 1.
struct Bar {
    double share = 0;
    Colour colour = 0;
    std::string text;  ///< its number, at the right end
};

struct BarRow {
    std::string name;  ///< the anchor's
    std::string label;
    std::span<const Bar> bars;   ///< one or two, one above the other
    std::optional<double> mark;  ///< a line across them, at 0 … 1
    float label_width = 96;
    bool strong = false;   ///< the one in question
    bool track = true;     ///< what is left of the bar up to 1 is shown
    bool answers = false;  ///< it can be clicked and reached with Tab
};

/// As high as a row of so many bars is.
float bar_row_height(std::size_t bars);

/// Draws one row from a corner, over a width.
Interaction bar_row(Ui& ui, ImVec2 corner, float width, const BarRow& row);

}  // namespace vitrine
