#pragma once
/// The figure of a number: its formula, and what it is made of.

#include "app/panel/figure.h"

namespace vitrine {

/// The selected cell, or its gradient where gradients are shown.
extern const FigureKind number_figure;

}  // namespace vitrine
