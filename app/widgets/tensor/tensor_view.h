#pragma once
/// One plane of a tensor, large: cells with their numbers where they fit, and the axes written in words.

#include <optional>
#include <span>
#include <string>

#include "app/widgets/ui.h"
#include "core/tensor/labels.h"

namespace vitrine {

/// A part of a plane that is too large to be read whole.
struct CellWindow {
    int row = 0, column = 0;  ///< its first ones
    ImVec2 cell{0, 0};        ///< how large each cell is
};

struct TensorViewInput {
    std::string name;  ///< the anchor's
    HeatmapCells cells;
    HeatmapStyle style;
    Labels row_labels, column_labels;     ///< where there is none the number of the row or column is written
    std::string row_title, column_title;  ///< what runs down and across, "query ↓", "key →"
    std::span<const std::string> words;   ///< for ids: what each stands for is written instead, index = id
    bool often_small = false;  ///< most numbers are far smaller than the largest: below 1 they are written in a power of ten
    std::optional<Index> selected;
    std::optional<Index> pointed;  ///< a cell that is pointed at elsewhere, in another picture of the same tensor
    Colour frame = 0;
    float largest_cell = 60;
    bool square = true;       ///< or else cells fill the area as far as they may, each side for itself
    ImVec2 least_cell{0, 0};  ///< cells of few columns or rows are no narrower or lower, and then not square
    std::optional<CellWindow> window = std::nullopt;  ///< none: all cells, as large as fit
};

struct TensorViewOutput {
    std::optional<Index> hovered, clicked;
    Rect used;  ///< what it takes up, labels included
    Rect grid;  ///< the cells that can be seen
    HeatmapLayout layout;
};

/// Draws into at most `area`, from its upper left corner. Cells are square, but those of a wide tensor with few rows, which would
/// be too low to read, higher than wide.
TensorViewOutput tensor_view(Ui& ui, const Rect& area, const TensorViewInput& input);

/// Frames the cell that is pointed at in another picture of the same tensor, once that is known.
void frame_pointed(Ui& ui, const HeatmapLayout& layout, const HeatmapCells& cells, const Index& cell);

/// How many whole cells of a size there is room for beside and below the labels: columns, then rows.
struct CellRoom {
    int rows, columns;
};
CellRoom room_for_cells(const Ui& ui, const Rect& area, const TensorViewInput& input, ImVec2 cell);

/// How large the cells are that fit.
float fitting_cell(const Ui& ui, const Rect& area, const TensorViewInput& input);

/// A tensor without labels, as small as it gets: cells are square and fit into `size`.
ImVec2 thumbnail_size(int rows, int columns, ImVec2 size);

/// The side of a cell as it is drawn: of whole pixels, unless it is very small.
float on_pixels(float side);

/// Only every so manyth label is written where all would run into each other: each needs so much room.
int stride_for(float pitch, float needed);

}  // namespace vitrine
