#pragma once
/// The state of the tensors view: how tensors are laid out, the colour range, the search, and the pins.

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/text_edit.h"
#include "app/run/picture.h"
#include "app/run/tensor_readings.h"

namespace vitrine {

struct State;

/// The use of a tensor's axis.
enum class AxisUse : std::uint8_t {
    rows,
    columns,
    facets,  ///< a small picture for each place along the axis
    one,     ///< only one place along the axis is shown
};

enum class Zoom : std::uint8_t { fit, numbers };

enum class CopyForm : std::uint8_t { text, numpy, latex };

enum class CopyWhat : std::uint8_t { cell, row, plane, tensor };

/// One of several options.
struct TensorsChoice {
    std::string_view name;   ///< in anchors and files
    std::string_view label;  ///< on its button
    std::string_view tip;
};

/// All options, in the order of their enumerations.
std::span<const TensorsChoice> axis_uses();
std::span<const TensorsChoice> ranges();
std::span<const TensorsChoice> zooms();
std::span<const TensorsChoice> copy_forms();
std::span<const TensorsChoice> copy_whats();

/// The uses of axes, for all tensors with the same axes.
struct AxisChoice {
    Axis rows = Axis::none, columns = Axis::none;
    Axis facets = Axis::none;  ///< none: a single picture
};

/// The choices, by a tensor's axes. Tensors without an entry have the default layout.
using ChosenAxes = std::map<std::array<Axis, max_rank>, AxisChoice>;

constexpr std::size_t most_pins = 4;

/// How a tensor of a run is laid out.
struct TensorAxes {
    Plane plane;      ///< at the chosen places, including one along the facet axis
    int facets = -1;  ///< −1: a single picture
};

/// A part of a tensor for a figure.
struct TensorSlice {
    std::string path;
    TensorAxes axes;
};

struct TensorsView {
    ChosenAxes axes;
    std::map<Axis, Size> places;  ///< the shown places along axes of which only one place is shown; Selection has those for
                                  ///< sentence and head
    RangeOf range = RangeOf::tensor;
    Zoom zoom = Zoom::fit;
    std::array<Size, 2> corner{};  ///< row and column at the upper left of a picture that does not fit
    TextEdit search;
    int match = 0;  ///< index of the found tensor that Enter selects
    std::vector<std::string> pins;
    CopyForm form = CopyForm::text;
    std::optional<TensorSlice> printed;  ///< what a figure shows; nothing: the selected tensor as on the screen
};

/// Requires: the run has the tensor.
TensorAxes tensor_axes(const State& state, const std::string& path);

/// The use of one axis.
AxisUse use_of(const TensorAxes& axes, int axis);

}  // namespace vitrine
