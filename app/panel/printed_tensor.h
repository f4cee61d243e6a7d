#pragma once
/// A tensor of a run for print: one plane of it, or one for each index along an axis.

#include <functional>

#include "app/panel/panel.h"

namespace vitrine {

struct PrintedTensor {
    const Run& run;
    const TensorInfo& info;
    Plane plane;
    int facets = -1;  ///< the axis with a plane for each index; −1: there is one plane
    Aspect aspect = Aspect::value;
};

/// Draws it from the upper left corner of `room` and returns the lower edge. `picture` gives the cells and colours of a plane.
/// Throws Error if words leave no room for cells.
float print_tensor(Ui& ui, const Rect& room, const PrintedTensor& tensor, const std::function<PlanePicture(const Plane&)>& picture);

}  // namespace vitrine
