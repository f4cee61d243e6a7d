#pragma once
/// Heatmaps: quads coloured by a shader that reads the tensor itself. A tensor is uploaded once per generation; any two of its
/// axes, in either order and at any place along the others, are then drawn from the same texture. If a tensor is large or its
/// cells are fetched, only the visible part is uploaded, in tiles. Where a pixel covers many cells, the tiles are summaries of
/// blocks of cells. Missing tiles are drawn coarser or left free, and HeatmapRenderer::more_to_come() reports this.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "app/render/draw_list.h"
#include "app/render/rect.h"
#include "core/tensor/tensor.h"

namespace vitrine {

class HeatmapRenderer;

/// The plane of a tensor that a heatmap shows.
struct HeatmapCells {
    TensorView tensor;
    int row_axis = 0;              ///< −1: a single row
    int column_axis = 1;           ///< −1: a single column
    Index fixed{};                 ///< the place along all other axes; the entries for row_axis and column_axis are ignored
    std::uint64_t generation = 0;  ///< changes whenever the tensor's numbers change under the same address
    std::optional<TensorView> mask =
        std::nullopt;  ///< 0 = masked. Its axes are matched by name; an axis it lacks, or of size 1, is shared by all places
    std::span<const Index> written{};  ///< cells overwritten by hand, which are framed
    std::string_view name{};           ///< the tensor's name, for messages about memory

    int rows() const { return row_axis < 0 ? 1 : static_cast<int>(tensor.layout.shape[row_axis]); }
    int columns() const { return column_axis < 0 ? 1 : static_cast<int>(tensor.layout.shape[column_axis]); }

    Index index(int row, int column) const;
    double value(int row, int column) const { return tensor.at(index(row, column)); }
    bool masked(int row, int column) const;
};

/// How numbers become colours. Colour values change linearly between zero and minus or plus, except with `curve`.
struct HeatmapStyle {
    enum class Scale : std::uint8_t {
        diverging,   ///< minus at −limit, zero at 0, plus at +limit
        sequential,  ///< zero at low, plus at high
        ids,         ///< zero everywhere, for numbers that are mere names
    };
    Scale scale = Scale::diverging;
    float limit = 1;
    float low = 0, high = 1;
    float curve = 1;  ///< of a sequential scale: the number a share x of the way from low to high has the colour a share x^curve
                      ///< of the way to plus
    enum class Masked : std::uint8_t {
        hidden,  ///< hatched on the zero colour: there is no number
        later,   ///< lightly hatched on its own colour: a later step hides the number
    };
    Masked masked = Masked::hidden;
    enum class Shared : std::uint8_t {
        strongest,  ///< the cell with the largest magnitude or, on a sequential scale, with the largest number; NaN comes first
        mean,       ///< the mean of all unmasked cells
    };
    Shared shared = Shared::strongest;  ///< what a pixel shows if several cells share it
    ImU32 minus = 0, zero = 0, plus = 0;
    ImU32 hatch = 0;  ///< of the lines over masked cells
    ImU32 mark = 0;   ///< of the cross for NaN, the triangles for ±∞, and the corner of a cell beyond the scale
    float gap = 1;    ///< between cells at least 4 pixels wide
    float opacity = 1;
};

/// The place of each cell in the rectangle of its heatmap, on whole pixels of the display, exactly as in the shader.
struct HeatmapLayout {
    Rect area;
    int rows = 0, columns = 0;
    float pitch_x = 0, pitch_y = 0;  ///< from one cell to the next
    float gap = 0;                   ///< the free part of the pitch; 0 for small cells
    float scale = 1;                 ///< pixels of the display per logical pixel

    Rect cell(int row, int column) const { return cells(row, column, 1, 1); }

    /// The area of a block of cells, with the gaps between them but not around them.
    Rect cells(int row, int column, int row_count, int column_count) const;

    struct Place {
        int row, column;
    };
    /// The cell at a point. The gaps to its right and below it belong to it.
    std::optional<Place> at(ImVec2 point) const;
};
HeatmapLayout heatmap_layout(const Rect& area, int rows, int columns, const HeatmapStyle& style);

/// The background colour of a cell, below marks and hatching, as the shader draws it in the middle of a cell.
ImU32 cell_colour(double value, bool masked, const HeatmapStyle& style);

}  // namespace vitrine
