#pragma once
/// Lays out the panels in the window.

#include <optional>
#include <vector>

#include "app/panel/panel.h"

namespace vitrine {

/// The panels of the shown view and of the frame around it, in drawing order. Overlays come last.
std::vector<Panel> panels_of(const State& state);

/// The rectangle of each place. It is empty if there is no lesson, or if the view's WindowMeasures leave no room for it. left_top
/// gets the height that its panels want, at most half of the column. narrow_layout.h has the layout of narrow windows.
class WindowLayout {
public:
    /// `alone`: the only place shown, which fills the window; nothing: all places share it.
    WindowLayout(const Ui& ui, const State& state, std::optional<Place> alone = std::nullopt);

    const Rect& operator[](Place place) const { return places_[static_cast<std::size_t>(place)]; }

    /// Draws the backgrounds of the columns and the lines between them.
    void draw_grounds(Ui& ui) const;

private:
    void place_wide(const Ui& ui, const State& state);
    void place_narrow(const Ui& ui, const State& state);
    Rect& at(Place place) { return places_[static_cast<std::size_t>(place)]; }

    Rect places_[12];
    Rect sheet_;
    bool narrow_;
    std::optional<Place> alone_;
};

}  // namespace vitrine
