#pragma once
/// A plane of a tensor of any run as a large picture with labels, also of two runs with the same colours.

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

/// The plane of the selected sentence and head; the last two axes of the tensor are its rows and columns.
Plane shown_plane(const TensorOfRun& tensor, const Selection& selection);

/// What is drawn of a tensor, and with which colours.
struct PictureChoice {
    const Selection& selection;
    ShareColours shares;
    Aspect aspect = Aspect::value;  ///< `both` gives the values
};

/// Common colours for all of them, which reach as far as the largest number in any, so that one colour is the same number
/// everywhere.
HeatmapStyle common_style(const Ui& ui, std::span<const TensorOfRun> tensors, const PictureChoice& choice);

/// The picture of this plane with its labels, in the tensor's own colours. `anchor`: followed by '/' and the tensor's path.
/// Requires: the run has these numbers.
TensorViewInput tensor_picture(const Ui& ui, const std::string& anchor, const TensorOfRun& tensor, const PictureChoice& choice);

}  // namespace vitrine
