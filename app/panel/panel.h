#pragma once
/// Panels: functions that read the state, draw themselves into a rectangle and answer with commands. Panels do not know each other;
/// they share the state and the helpers below.

#include "app/base/command.h"
#include "app/run/picture.h"
#include "app/state/state.h"
#include "app/widgets/column.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// Where the layout puts a panel.
enum class Place : std::uint8_t {
    top,       ///< a bar along the upper edge
    strip,     ///< a narrow bar at the upper edge, of the height it asks for
    left_top,  ///< the upper part of the left column, of the height it asks for
    left,      ///< the rest of the left column
    centre,
    right,
    bottom,   ///< a bar along the lower edge
    status,   ///< a narrow bar at the lower edge, of the height it asks for
    lesson,   ///< a column along the left edge of the window, beside the whole program; in a narrow window, a sheet at the lower
              ///< edge
    handle,   ///< narrow windows only: the upper edge of the sheet that holds what is in columns elsewhere
    buttons,  ///< narrow windows only: a bar along the lower edge, which opens the sheets
    overlay,  ///< above everything; given the whole window
};

struct Panel {
    Place place;
    void (*draw)(Ui&, const Rect&, const State&, Commands&);
    float (*height)(const Ui&, float width, const State&) = nullptr;  ///< for strip, left_top and status: the height it needs
};

/// The theme's colour of a role.
Colour colour_of(Role role, const Theme& theme);

/// A plane of a tensor in one aspect, with the colour scale for the whole run.
struct PlanePicture {
    HeatmapCells cells;
    HeatmapStyle style;
    bool share_colours = false;  ///< uses the colours of weights and probabilities, which ShareColours chooses
};

/// The legend of a picture. That of weights and probabilities can be clicked to make the colours reach to 1 or to the largest
/// number; `name`: its anchor.
void legend_of(Ui& ui, Column& column, float widest, const std::string& name, const PlanePicture& picture, const State& state,
               Commands& commands);

/// Requires: the run has the tensor and, except for values, its gradient. For `both`, the picture is that of the values.
PlanePicture picture_of(const Run& run, const TensorInfo& info, const Plane& plane, const Theme& theme, ShareColours shares,
                        Aspect aspect = Aspect::value);

/// Only the cells, for measuring.
HeatmapCells cells_of(const Run& run, const TensorInfo& info, const Plane& plane, Aspect aspect);

/// The bands of W_Q, W_K and W_V along the output axis of a stacked parameter, in the colours of Q, K and V; empty along any other
/// axis.
std::vector<CellBand> bands_along(const Run& run, const TensorInfo& info, int axis, const Theme& theme);

/// "answers: key (source) →": the title of a picture's axis.
std::string axis_title(const Run& run, const TensorInfo& info, int axis, const char* arrow);

/// "2.7133", "+0.0312" for a difference of two runs; empty without a loss.
std::string loss_words(const Run& run);

/// One of the statistics of a tensor's finite numbers as text; "none" if it has no finite number.
std::string statistic_text(const Statistics& all, double value);

/// A cell's value as text: "+0.5813", "0.7164" for a share, "4 “student”" for an id.
std::string value_text(const Run& run, const TensorInfo& info, const Index& cell);

/// The anchor of a tensor's picture in this aspect: "tensor/PATH", "gradient/PATH", "product/PATH".
std::string picture_anchor(const std::string& path, Aspect aspect);

/// A cell's number in this aspect as text; `both` gives the value. Requires: the tensor has these numbers.
std::string number_text(const Run& run, const TensorInfo& info, const Index& cell, Aspect aspect);

/// What is said about a cell whose query may not see its key: "hidden by the mask", or when it will be hidden.
const char* hidden_words(const Run& run, const TensorInfo& info);

/// The note for a hovered cell: name, value, position in words and in numbers, and the meaning of its gradient if gradients are
/// shown.
std::vector<std::string> cell_note(const State& state, const TensorInfo& info, const Index& cell);

/// The aspect in which a tensor of the current run is shown: its values if it has no gradient.
Aspect shown_aspect(const State& state, const TensorInfo& info);

/// True if another aspect was chosen, but the tensor has no gradient, so its values are shown.
bool shows_values_instead(const State& state, const TensorInfo& info);

/// True if its gradient or value × gradient is to be shown, but is still being computed. Then none of its numbers is shown.
bool awaits_gradient(const State& state, const TensorInfo& info);

/// True if gradients or value × gradient are shown, but the tensor has no gradient. Then none of its numbers is shown, since they
/// would be taken for gradients.
bool lacks_gradient(const State& state, const TensorInfo& info);

/// A scrolling area whose position is kept in the state.
float begin_scroll(Ui& ui, const std::string& name, const Rect& view, const State& state);
void end_scroll(Ui& ui, const std::string& name, float bottom, Commands& commands);

/// The column of a panel that scrolls as a whole: `margin` from the panel's edges, with `above` and `below` as space over and
/// under the content.
Column begin_column(Ui& ui, const std::string& name, const Rect& panel, const State& state, float margin = metrics::margin,
                    float above = 16);
void end_column(const Column& column, const std::string& name, Commands& commands, float below = 8);

}  // namespace vitrine
