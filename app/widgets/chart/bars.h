#pragma once
/// Rows of labelled bars, which compare numbers between 0 and 1.

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
    std::string name;  ///< the name of the anchor
    std::string label;
    std::span<const Bar> bars;   ///< one or two, one above the other
    std::optional<double> mark;  ///< a line across them, at 0 … 1
    float label_width = 96;
    bool strong = false;   ///< emphasised
    bool track = true;     ///< shows the rest of the bar up to 1
    bool answers = false;  ///< can be clicked and reached with Tab
};

/// The height of a row with this many bars.
float bar_row_height(std::size_t bars);

/// Draws one row from its upper left corner.
Interaction bar_row(Ui& ui, ImVec2 corner, float width, const BarRow& row);

}  // namespace vitrine
