#pragma once
/// What the tensors view remembers: how tensors are laid out, how far their colours go, what is looked for, what is pinned.

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/text_edit.h"
#include "app/run/picture.h"
#include "app/run/tensor_readings.h"

namespace vitrine {

struct State;

/// What an axis of a tensor is used for.
enum class AxisUse : std::uint8_t {
    rows,
    columns,
    facets,  ///< a small picture for each place along it
    one,     ///< one place along it is shown
};

enum class Zoom : std::uint8_t { fit, numbers };

enum class CopyForm : std::uint8_t { text, numpy, latex };

enum class CopyWhat : std::uint8_t { cell, row, plane, tensor };

/// One of several to choose from.
struct TensorsChoice {
    std::string_view name;   ///< in anchors and files
    std::string_view label;  ///< on its button
    std::string_view tip;
};

/// All of them, in the order of their enumerations.
std::span<const TensorsChoice> axis_uses();
std::span<const TensorsChoice> ranges();
std::span<const TensorsChoice> zooms();
std::span<const TensorsChoice> copy_forms();
std::span<const TensorsChoice> copy_whats();

/// The axes chosen for tensors that have the same ones.
struct AxisChoice {
    Axis rows = Axis::none, columns = Axis::none;
    Axis facets = Axis::none;  ///< none: a single picture
};

/// By a tensor's own axes; those that are not in it have the usual ones.
using ChosenAxes = std::map<std::array<Axis, max_rank>, AxisChoice>;

constexpr std::size_t most_pins = 4;

struct TensorsView {
    ChosenAxes axes;
    std::map<Axis, Size> places;  ///< along axes of which one place is shown; sentence and head are the selection's
    RangeOf range = RangeOf::tensor;
    Zoom zoom = Zoom::fit;
    std::array<Size, 2> corner{};  ///< the row and column at the upper left of a picture that does not fit
    TextEdit search;
    int match = 0;  ///< which of the tensors found Enter opens
    std::vector<std::string> pins;
    CopyForm form = CopyForm::text;
};

/// How a tensor of a run is laid out.
struct TensorAxes {
    Plane plane;      ///< at the places chosen, that of the facet axis included
    int facets = -1;  ///< −1: a single picture
};

/// The run has the tensor.
TensorAxes tensor_axes(const State& state, const std::string& path);

/// What one axis of it is used for.
AxisUse use_of(const TensorAxes& axes, int axis);

}  // namespace vitrine
