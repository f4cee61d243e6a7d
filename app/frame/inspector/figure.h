#pragma once
/// The figure of a number: its formula, and the terms it is computed from.

#include "app/panel/figure.h"

namespace vitrine {

/// The selected cell, or its gradient if gradients are shown.
extern const FigureKind number_figure;

}  // namespace vitrine
