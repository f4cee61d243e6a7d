#pragma once
/// A plane of a tensor of any run as a large picture with its labels, also of two runs in the same colours.

#include <span>
#include <string>

#include "app/panel/panel.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

/// A tensor that a run has.
struct TensorOfRun {
    const Run& run;
    const TensorInfo& info;
};

/// Its plane of the selected sentence and head; its last two axes are rows and columns.
Plane shown_plane(const TensorOfRun& tensor, const Selection& selection);

/// What is drawn of a tensor, and in which colours.
struct PictureChoice {
    const Selection& selection;
    ShareColours shares;
    Aspect aspect = Aspect::value;  ///< `both` gives the values
};

/// The colours of all of them, which go as far as the furthest, so that one colour is one number in each.
HeatmapStyle common_style(const Ui& ui, std::span<const TensorOfRun> tensors, const PictureChoice& choice);

/// The picture of that plane with its labels, in the tensor's own colours. `anchor`: followed by '/' and the tensor's path.
/// Requires: the run has these numbers.
TensorViewInput tensor_picture(const Ui& ui, const std::string& anchor, const TensorOfRun& tensor, const PictureChoice& choice);

}  // namespace vitrine
