#pragma once
/// What a panel is: a function that reads the state, draws itself into a rectangle and answers with commands. Panels do not know
/// each other; they share the state, and the helpers below.

#include "app/base/command.h"
#include "app/run/picture.h"
#include "app/state/state.h"
#include "app/widgets/column.h"
#include "app/widgets/ui.h"

namespace vitrine {

/// Where the layout puts a panel.
enum class Place : std::uint8_t {
    top,       ///< a bar along the upper edge
    strip,     ///< a narrow one below it, as high as it asks for
    left_top,  ///< the upper part of the left column, as high as it asks for
    left,      ///< the rest of the left column
    centre,
    right,
    bottom,   ///< a bar along the lower edge
    status,   ///< a narrow one below it, as high as it asks for
    overlay,  ///< above everything; given the whole window
};

struct Panel {
    Place place;
    void (*draw)(Ui&, const Rect&, const State&, Commands&);
    float (*height)(const Ui&, float width, const State&) = nullptr;  ///< for strip, left_top and status: what it needs
};

/// The theme's colour of a role: the same everywhere.
Colour colour_of(Role role, const Theme& theme);

/// A plane of a tensor or of its gradient, ready to be drawn in the run's own scale. The run has it.
struct PlanePicture {
    HeatmapCells cells;
    HeatmapStyle style;
};
PlanePicture picture_of(const Run& run, const TensorInfo& info, const Plane& plane, const Theme& theme);
PlanePicture gradient_picture_of(const Run& run, const TensorInfo& info, const Plane& plane, const Theme& theme);

/// Its cells alone, for what is only measured.
HeatmapCells cells_of(const Run& run, const TensorInfo& info, const Plane& plane, Aspect aspect);

/// "answers: key (source) →": what runs along an axis of a picture.
std::string axis_title(const Run& run, const TensorInfo& info, int axis, const char* arrow);

/// "2.7133", "+0.0312" for a difference of two runs; empty where there is no loss.
std::string loss_words(const Run& run);

/// "+0.5813", "0.7164" for a share, "4 “student”" for an id: a cell's value as it is written beside words.
std::string value_text(const Run& run, const TensorInfo& info, const Index& cell);

/// What hovering a cell says: name, value, place in words and in numbers, and what its gradient means where gradients are shown.
std::vector<std::string> cell_note(const State& state, const TensorInfo& info, const Index& cell);

/// A scrolling area whose place is kept in the state.
float begin_scroll(Ui& ui, const std::string& name, const Rect& view, const State& state);
void end_scroll(Ui& ui, const std::string& name, float bottom, Commands& commands);

/// The column of a panel that scrolls as a whole: `margin` within its edges, with `above` and `below` free over and under it.
Column begin_column(Ui& ui, const std::string& name, const Rect& panel, const State& state, float margin = metrics::margin,
                    float above = 16);
void end_column(const Column& column, const std::string& name, Commands& commands, float below = 8);

}  // namespace vitrine
