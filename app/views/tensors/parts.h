#pragma once
/// The parts of the tensors view. Each draws itself into the column, one below the other.

#include "app/panel/panel.h"
#include "app/views/tensors/state.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

/// A tensor as it is shown: its numbers or its gradient, laid out.
struct ShownTensor {
    const TensorInfo& info;
    TensorView numbers;
    TensorAxes axes;
    bool gradient;

    const Layout& layout() const { return numbers.layout; }
};

/// A picture that has been drawn, and the cell in it that is pointed at.
struct DrawnPicture {
    std::string anchor;
    HeatmapCells cells;
    HeatmapLayout layout;
    Rect grid;
};
struct PointedCell {
    Layout layout;
    Index cell;
    std::string path, anchor;
};

/// Everything on the screen, so that a cell pointed at in one picture can be framed in all others of the same shape.
struct TensorsScene {
    const State& state;
    Commands& commands;
    ShownTensor shown;  ///< the selected one
    bool first = true;  ///< its picture is the first one: what is chosen for both its numbers and its gradient stands there
    std::vector<DrawnPicture> drawn{};
    std::optional<PointedCell> pointed{};
    float smaller_side = 0;  ///< of the picture's cells, once it is drawn

    const Run& run() const { return *state.run; }
};

/// The run has the tensor.
ShownTensor shown_tensor(const State& state, const TensorInfo& info);

/// A plane of it in the colours of the chosen range.
PlanePicture tensors_picture(const State& state, const ShownTensor& shown, const Plane& plane, const Theme& theme);

/// The range its colours have; ids have none.
const ColourRange& tensors_range(const State& state, const ShownTensor& shown);
bool has_range(const ShownTensor& shown);

/// Labels, titles and selection of a picture; what it is called and where it stands is left to the caller.
TensorViewInput tensors_input(const State& state, const ShownTensor& shown, const PlanePicture& picture, const Theme& theme);

/// Draws a picture, notes what is pointed at and answers clicks. Returns what the picture takes up.
TensorViewOutput draw_tensors_plane(Ui& ui, const Rect& area, TensorViewInput input, const ShownTensor& shown, TensorsScene& scene);

/// The selected cell in words, for windows without the inspector.
void draw_tensors_cell(Ui& ui, Column& column, const TensorsScene& scene);

/// Name, path, axes and the pin.
void draw_tensors_title(Ui& ui, Column& column, const TensorsScene& scene);

/// A line for each axis: what it is used for and, where one place along it is shown, which.
void draw_tensors_axes(Ui& ui, Column& column, const TensorsScene& scene);

/// The picture, or one for each place along the facet axis; `height` is what one that is to be seen whole may take.
void draw_tensors_picture(Ui& ui, Column& column, float height, TensorsScene& scene);
void draw_tensors_facets(Ui& ui, Column& column, float height, TensorsScene& scene);

/// What the colours stand for, and whose range they have.
void draw_tensors_legend(Ui& ui, Column& column, const TensorsScene& scene);

/// What is true of all numbers, and how they are spread.
void draw_tensors_numbers(Ui& ui, Column& column, const TensorsScene& scene);

/// In which form which part is copied.
void draw_tensors_copying(Ui& ui, Column& column, const TensorsScene& scene);

/// Other tensors side by side.
void draw_tensors_pins(Ui& ui, Column& column, TensorsScene& scene);

/// "sentence 2 × head 4 × query 5 × key 6".
std::string shape_words(const Layout& layout);

/// "head 3", "position “suis”", "sentence 1": a place along an axis, in words only where they are the same for all that is shown.
std::string axis_place_words(const Run& run, const ShownTensor& shown, int axis, Size place);

}  // namespace vitrine
