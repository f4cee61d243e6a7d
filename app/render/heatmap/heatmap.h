#pragma once
/// Heatmaps: quads coloured by a shader that reads the tensor itself. A tensor is uploaded once per generation; any two of its
/// axes, in either order and at any place along the others, are then drawn from the same texture. Of tensors that are large, or
/// whose cells are fetched, only what is in sight is uploaded, in tiles; where a pixel covers many cells, from what was found out
/// about blocks of them. What is not there yet is drawn coarser or left free, and HeatmapRenderer::more_to_come() says so.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "app/render/draw_list.h"
#include "app/render/rect.h"
#include "core/tensor/tensor.h"

namespace vitrine {

class HeatmapRenderer;

/// Which cells of which tensor lie in rows and columns.
struct HeatmapCells {
    TensorView tensor;
    int row_axis = 0;              ///< −1: a single row
    int column_axis = 1;           ///< −1: a single column
    Index fixed{};                 ///< the place along all other axes; what it says of these two does not count
    std::uint64_t generation = 0;  ///< another number whenever the tensor's numbers change under the same address
    std::optional<TensorView> mask =
        std::nullopt;                  ///< 0 = masked. Its axes are found by name; one it lacks, or of size 1, is for all
    std::span<const Index> written{};  ///< cells somebody has written over by hand: they are framed
    std::string_view name{};           ///< the tensor's, for what is said about memory

    int rows() const { return row_axis < 0 ? 1 : static_cast<int>(tensor.layout.shape[row_axis]); }
    int columns() const { return column_axis < 0 ? 1 : static_cast<int>(tensor.layout.shape[column_axis]); }

    Index index(int row, int column) const;
    double value(int row, int column) const { return tensor.at(index(row, column)); }
    bool masked(int row, int column) const;
};

/// How numbers become colours. Linear in the colours as they are written, between zero and minus or plus, but for the curve.
struct HeatmapStyle {
    enum class Scale : std::uint8_t {
        diverging,   ///< minus at −limit, zero at 0, plus at +limit
        sequential,  ///< zero at low, plus at high
        ids,         ///< zero everywhere: numbers that only name something
    };
    Scale scale = Scale::diverging;
    float limit = 1;
    float low = 0, high = 1;
    float curve = 1;  ///< of a sequential scale: a share x of the way from low to high has the colour at x^curve of the way to plus
    enum class Masked : std::uint8_t {
        hidden,  ///< hatched on the zero colour: there is no number
        later,   ///< lightly hatched on its own colour: the number is there, a later step hides it
    };
    Masked masked = Masked::hidden;
    enum class Shared : std::uint8_t {
        strongest,  ///< the largest magnitude, or on a sequential scale the largest number; NaN before all others
        mean,       ///< of all that are not masked
    };
    Shared shared = Shared::strongest;  ///< what a pixel shows that many cells share
    ImU32 minus = 0, zero = 0, plus = 0;
    ImU32 hatch = 0;  ///< the lines over masked cells
    ImU32 mark = 0;   ///< the cross of NaN, the triangles of ±∞, the corner of a cell beyond the scale
    float gap = 1;    ///< between cells, where they are at least 4 pixels wide
    float opacity = 1;
};

/// Where each cell lies in the rectangle of its heatmap: the same places as the shader's, on whole pixels of the display.
struct HeatmapLayout {
    Rect area;
    int rows = 0, columns = 0;
    float pitch_x = 0, pitch_y = 0;  ///< from one cell to the next
    float gap = 0;                   ///< what of it is left free; 0 for small cells
    float scale = 1;                 ///< pixels of the display per logical pixel

    Rect cell(int row, int column) const { return cells(row, column, 1, 1); }

    /// The cells of a block, with the gaps between them but none around it.
    Rect cells(int row, int column, int row_count, int column_count) const;

    struct Place {
        int row, column;
    };
    /// The cell under a point, the gap to its right and below it included.
    std::optional<Place> at(ImVec2 point) const;
};
HeatmapLayout heatmap_layout(const Rect& area, int rows, int columns, const HeatmapStyle& style);

/// The colour of a cell's ground, below marks and hatching: what the shader shows in the middle of an unmarked cell.
ImU32 cell_colour(double value, bool masked, const HeatmapStyle& style);

}  // namespace vitrine
