#pragma once
/// The ground of what floats above the panels: drop-downs, pages, fields, messages.

#include "app/widgets/ui.h"

namespace vitrine {

struct FloatingLook {
    float radius = metrics::card_radius;
    std::optional<Colour> frame = std::nullopt;  ///< another than the theme's line
};

/// Draws a box with its shadow and registers it under a name; what is drawn next floats, until Ui::end_floating.
Interaction begin_floating_box(Ui& ui, const std::string& name, const Rect& box, const FloatingLook& look = {});

}  // namespace vitrine
