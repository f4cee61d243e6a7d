#pragma once
/// The panels that every view has.

#include <span>

#include "app/panel/panel.h"

namespace vitrine {

/// Those before the view's own and those after them, in the order of drawing, which is also the order of Tab.
std::span<const Panel> panels_before_view();
std::span<const Panel> panels_after_view();

}  // namespace vitrine
