#pragma once
/// The background of floating boxes: drop-downs, pages, fields, messages.

#include "app/widgets/ui.h"

namespace vitrine {

struct FloatingLook {
    float radius = metrics::card_radius;
    std::optional<Colour> frame = std::nullopt;  ///< nothing: the theme's line
};

/// Draws a box with its shadow and registers it under a name. Whatever is drawn until Ui::end_floating floats.
Interaction begin_floating_box(Ui& ui, const std::string& name, const Rect& box, const FloatingLook& look = {});

}  // namespace vitrine
