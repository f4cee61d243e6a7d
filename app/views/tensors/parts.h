#pragma once
/// The parts of the tensors view. Each draws itself into the column, below the previous part.

#include <array>

#include "app/panel/panel.h"
#include "app/views/tensors/state.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

/// A shown tensor in one aspect, with the uses of its axes.
struct ShownTensor {
    const TensorInfo& info;
    TensorView numbers;
    TensorAxes axes;
    Aspect aspect;  ///< never `both`

    /// For a stacked parameter, the projection that is shown alone: `numbers` are then only its values; nothing: all is shown.
    std::optional<StackedProjection> alone{};
    std::vector<Index> written{};  ///< the overwritten cells of that projection

    const Layout& layout() const { return numbers.layout; }

    /// The index of a cell of `numbers` in the whole tensor, and the reverse; nothing: the cell is not in the shown part.
    Index in_whole(Index cell) const;
    std::optional<Index> in_part(const std::optional<Index>& cell) const;
};

/// A drawn picture.
struct DrawnPicture {
    std::string anchor;
    HeatmapCells cells;
    HeatmapLayout layout;
    Rect grid;
};
struct PointedCell {
    Layout layout;
    Index cell;   ///< its index in the shown part
    Index whole;  ///< its index in the whole tensor
    std::string path, anchor;
};

/// Everything that the view draws, so that a cell hovered in one picture is framed in all others of the same shape.
struct TensorsScene {
    const State& state;
    Commands& commands;
    ShownTensor shown;  ///< the selected tensor
    bool first = true;  ///< it is drawn first, and has the choices for both numbers and gradient
    std::vector<DrawnPicture> drawn{};
    std::optional<PointedCell> pointed{};
    float smaller_side = 0;  ///< of the picture's cells; known once the picture is drawn

    const Run& run() const { return *state.run; }
};

/// The same for another aspect, whose values for the whole tensor are `numbers`.
ShownTensor in_aspect(const State& state, const ShownTensor& shown, const TensorView& numbers, Aspect aspect);

/// Requires: the run has the tensor.
ShownTensor shown_tensor(const State& state, const TensorInfo& info);

/// The title of an axis of the picture: "output of W_Q ↓" if W_Q is shown alone.
std::string shown_axis_title(const Run& run, const ShownTensor& shown, int axis, const char* arrow);

/// The picture of a plane of the tensor, with the chosen colour range.
PlanePicture tensors_picture(const State& state, const ShownTensor& shown, const Plane& plane, const Theme& theme);

/// The range of the tensor's colours. Requires: has_range(), which is false for ids.
const ColourRange& tensors_range(const State& state, const ShownTensor& shown);
bool has_range(const ShownTensor& shown);

/// Labels, titles and selection of a picture. The caller sets the name and place.
TensorViewInput tensors_input(const State& state, const ShownTensor& shown, const PlanePicture& picture, const Theme& theme);

/// Draws a picture, stores the hovered cell, and handles clicks. Returns the space that it takes.
TensorViewOutput draw_tensors_plane(Ui& ui, const Rect& area, TensorViewInput input, const ShownTensor& shown, TensorsScene& scene);

/// Draws the selected cell in words, for windows without the inspector.
void draw_tensors_cell(Ui& ui, Column& column, const TensorsScene& scene);

/// Draws name, path, axes, and the button for pinning.
void draw_tensors_title(Ui& ui, Column& column, const TensorsScene& scene);

/// Draws a line for each axis: its use and, if only one place along it is shown, that place.
void draw_tensors_axes(Ui& ui, Column& column, const TensorsScene& scene);

/// Draws the choice all | W_Q | W_K | W_V for a parameter that stacks them, and nothing for any other tensor.
void draw_tensors_projections(Ui& ui, Column& column, const TensorsScene& scene);

/// Draws the picture, or one for each place along the facet axis. `height`: the most for a picture that is shown whole.
void draw_tensors_picture(Ui& ui, Column& column, float height, TensorsScene& scene);
void draw_tensors_facets(Ui& ui, Column& column, float height, TensorsScene& scene);

/// Explains the colours of a picture: whose largest number determines them, how many cells are beyond, and what is hatched.
std::string legend_words(const TensorsScene& scene, const PlanePicture& picture);

/// Draws the colour scale, and the choice of its range.
void draw_tensors_legend(Ui& ui, Column& column, const TensorsScene& scene);

/// One of the statistics: "minimum", "-0.0312", and its meaning.
struct StatisticEntry {
    const char* label;
    std::string text;
    const char* tip;
    bool wrong = false;
};

/// `masked`: of masked scores, which are −∞ where a query sees no key.
std::array<StatisticEntry, 8> statistic_entries(const Statistics& all, bool masked);

/// Draws the statistics and the histogram of all numbers.
void draw_tensors_numbers(Ui& ui, Column& column, const TensorsScene& scene);

/// Draws the choice of what to copy, and in which form.
void draw_tensors_copying(Ui& ui, Column& column, const TensorsScene& scene);

/// Draws the pinned tensors side by side.
void draw_tensors_pins(Ui& ui, Column& column, TensorsScene& scene);

/// A place along an axis: "head 3", "position “suis”", "sentence 1". A word is only given if it is the same in everything shown.
std::string axis_place_words(const Run& run, const ShownTensor& shown, int axis, Size place);

}  // namespace vitrine
