#pragma once
/// Where every panel stands in a window of a given size.

#include <vector>

#include "app/panel/panel.h"

namespace vitrine {

/// The panels of the view that is shown and of its frame, in the order of drawing: what lies above the others comes last.
std::vector<Panel> panels_of(const State& state);

/// The rectangle of each place, empty where the window is too narrow for it: first the left column goes, then the figure. left_top
/// is what the panels there ask for, at most half of the column. While a model is taught, or a tensor, an attention or a mask is
/// read, it is the right column that goes.
class WindowLayout {
public:
    WindowLayout(const Ui& ui, const State& state);

    const Rect& operator[](Place place) const { return places_[static_cast<std::size_t>(place)]; }

    /// The grounds of the columns and the lines between them.
    void draw_grounds(Ui& ui) const;

private:
    Rect places_[9];
};

}  // namespace vitrine
