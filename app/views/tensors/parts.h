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
    Aspect aspect;  ///< not `both`

    /// Of a stacked parameter, what is shown alone: `numbers` are its own, counted from its first output; nothing: all is shown.
    std::optional<StackedProjection> alone{};
    std::vector<Index> written{};  ///< then the cells of it that were overwritten by hand

    const Layout& layout() const { return numbers.layout; }

    /// A cell of the whole tensor, of which `numbers` may be a part, and back; nothing: it is not in the part.
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
    Index cell;   ///< of what is shown
    Index whole;  ///< of the whole tensor
    std::string path, anchor;
};

/// Everything the view draws, so that a cell pointed at in one picture is framed in all others of the same shape.
struct TensorsScene {
    const State& state;
    Commands& commands;
    ShownTensor shown;  ///< the selected tensor
    bool first = true;  ///< it is drawn first: choices for both its numbers and its gradient stand there
    std::vector<DrawnPicture> drawn{};
    std::optional<PointedCell> pointed{};
    float smaller_side = 0;  ///< of the picture's cells, once the picture is drawn

    const Run& run() const { return *state.run; }
};

/// The same of the numbers in another aspect; `numbers` are those of the whole tensor.
ShownTensor in_aspect(const State& state, const ShownTensor& shown, const TensorView& numbers, Aspect aspect);

/// Requires: the run has the tensor.
ShownTensor shown_tensor(const State& state, const TensorInfo& info);

/// The title of an axis of the picture: "output of W_Q ↓" where that is shown alone.
std::string shown_axis_title(const Run& run, const ShownTensor& shown, int axis, const char* arrow);

/// A plane of the tensor in the colours of the chosen range.
PlanePicture tensors_picture(const State& state, const ShownTensor& shown, const Plane& plane, const Theme& theme);

/// The range of its colours. Requires: has_range(), which is false for ids.
const ColourRange& tensors_range(const State& state, const ShownTensor& shown);
bool has_range(const ShownTensor& shown);

/// Labels, titles and selection of a picture. The caller sets its name and place.
TensorViewInput tensors_input(const State& state, const ShownTensor& shown, const PlanePicture& picture, const Theme& theme);

/// Draws a picture, notes the cell under the pointer and answers clicks. Returns the space it takes.
TensorViewOutput draw_tensors_plane(Ui& ui, const Rect& area, TensorViewInput input, const ShownTensor& shown, TensorsScene& scene);

/// The selected cell in words, for windows without the inspector.
void draw_tensors_cell(Ui& ui, Column& column, const TensorsScene& scene);

/// Name, path, axes and the pin.
void draw_tensors_title(Ui& ui, Column& column, const TensorsScene& scene);

/// A line for each axis: its use and, if one place along it is shown, that place.
void draw_tensors_axes(Ui& ui, Column& column, const TensorsScene& scene);

/// all | W_Q | W_K | W_V of a parameter that stacks them; nothing of any other tensor.
void draw_tensors_projections(Ui& ui, Column& column, const TensorsScene& scene);

/// The picture, or one for each place along the facet axis. `height`: the most a picture may take that is shown whole.
void draw_tensors_picture(Ui& ui, Column& column, float height, TensorsScene& scene);
void draw_tensors_facets(Ui& ui, Column& column, float height, TensorsScene& scene);

/// What the colours of a picture stand for: whose largest number they go to, how many cells lie beyond, and what is hatched.
std::string legend_words(const TensorsScene& scene, const PlanePicture& picture);

/// The colour scale, and the choice of its range.
void draw_tensors_legend(Ui& ui, Column& column, const TensorsScene& scene);

/// One of the statistics: "minimum", "-0.0312", and what it is.
struct StatisticEntry {
    const char* label;
    std::string text;
    const char* tip;
    bool wrong = false;
};

/// `masked`: of masked scores, which are −∞ where nobody may look.
std::array<StatisticEntry, 8> statistic_entries(const Statistics& all, bool masked);

/// The statistics and the histogram of all numbers.
void draw_tensors_numbers(Ui& ui, Column& column, const TensorsScene& scene);

/// The choice of what to copy, and in which form.
void draw_tensors_copying(Ui& ui, Column& column, const TensorsScene& scene);

/// The pinned tensors side by side.
void draw_tensors_pins(Ui& ui, Column& column, TensorsScene& scene);

/// A place along an axis: "head 3", "position “suis”", "sentence 1"; a word only if it is the same for everything shown.
std::string axis_place_words(const Run& run, const ShownTensor& shown, int axis, Size place);

}  // namespace vitrine
