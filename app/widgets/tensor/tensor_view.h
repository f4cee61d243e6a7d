#pragma once
/// One plane of a tensor, large: cells with their numbers if they fit, and the axes in words.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"
#include "core/tensor/labels.h"

namespace vitrine {

/// The shown part of a plane that does not fit as a whole.
struct CellWindow {
    int row = 0, column = 0;  ///< the first row and column
    ImVec2 cell{0, 0};        ///< the size of a cell
};

struct TensorViewInput {
    std::string name;  ///< the name of the anchor
    HeatmapCells cells;
    HeatmapStyle style;
    Labels row_labels, column_labels;     ///< rows and columns without a label show their number
    std::string row_title, column_title;  ///< names of the axes, "query ↓", "key →"
    Labels row_ends = {};                 ///< words at the right ends of rows; none if there is no room for the longest
    std::string row_ends_title = {};      ///< the title above them, "next ↓"
    std::span<const std::string> words;   ///< for ids: the words to write instead, index = id
    bool often_small = false;  ///< most numbers are far smaller than the largest: numbers below 1 are written with a power of ten
    std::optional<Index> selected;
    std::optional<Index> pointed;  ///< a cell under the pointer in another picture of the same tensor
    Colour frame = 0;
    float largest_cell = 60;
    bool square = true;       ///< false: cells fill the area as far as allowed, width and height independently
    ImVec2 least_cell{0, 0};  ///< the smallest size of cells if there are few columns or rows; they are not square then
    std::optional<CellWindow> window = std::nullopt;  ///< nothing: all cells, as large as fit
};

struct TensorViewOutput {
    std::optional<Index> hovered, clicked;
    Rect used;  ///< the area it takes, including labels
    Rect grid;  ///< the area of the visible cells
    HeatmapLayout layout;
};

/// Draws into at most `area`, from its upper left corner. Cells are square, except that a wide tensor with few rows, which would
/// be too low to read, has cells that are higher than wide.
TensorViewOutput tensor_view(Ui& ui, const Rect& area, const TensorViewInput& input);

/// Frames a cell that is under the pointer in another picture of the same tensor.
void frame_pointed(Ui& ui, const HeatmapLayout& layout, const HeatmapCells& cells, const Index& cell);

/// The numbers of whole cells of this size that fit beside and below the labels.
struct CellRoom {
    int rows, columns;
};
CellRoom room_for_cells(const Ui& ui, const Rect& area, const TensorViewInput& input, ImVec2 cell);

/// The size of the largest cells that fit.
float fitting_cell(const Ui& ui, const Rect& area, const TensorViewInput& input);

/// The size of a tensor's picture without labels: cells are square and all fit into `size`.
ImVec2 thumbnail_size(int rows, int columns, ImVec2 size);

/// The side of a cell as drawn: whole pixels, unless it is very small.
float on_pixels(float side);

/// The stride n at which labels are written: only every nth, so that labels of size `needed` do not overlap.
int stride_for(float pitch, float needed);

}  // namespace vitrine
