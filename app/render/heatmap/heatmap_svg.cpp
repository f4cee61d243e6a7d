#include "app/render/heatmap/heatmap_svg.h"

#include <algorithm>
#include <cmath>

#include "app/render/colour.h"

namespace vitrine {

namespace {

constexpr float least_cell = 2;  ///< pixels of the display
constexpr int most_cells = 10'000;

/// A range of rows and columns. The last ones are not included.
struct Block {
    int row = 0, column = 0, last_row = 0, last_column = 0;

    int count() const { return std::max(0, last_row - row) * std::max(0, last_column - column); }
};

Block visible_cells(const HeatmapLayout& layout, const Rect& clip) {
    const Rect seen = layout.area.intersection(clip);
    const auto first = [](float from, float pitch) { return std::max(0, static_cast<int>(from / pitch)); };
    const auto last = [](float to, float pitch, int count) { return std::min(count, static_cast<int>(std::ceil(to / pitch))); };
    return {first(seen.min.y - layout.area.min.y, layout.pitch_y), first(seen.min.x - layout.area.min.x, layout.pitch_x),
            last(seen.max.y - layout.area.min.y, layout.pitch_y, layout.rows),
            last(seen.max.x - layout.area.min.x, layout.pitch_x, layout.columns)};
}

std::string point(float x, float y) { return svg::number(x) + ' ' + svg::number(y); }

bool beyond_scale(float x, const HeatmapStyle& style) {
    if (style.scale == HeatmapStyle::Scale::diverging) return std::abs(x) > style.limit;
    return style.scale == HeatmapStyle::Scale::sequential && (x < style.low || x > style.high);
}

std::string cross(const Rect& cell, const HeatmapStyle& style) {
    const float smaller = std::min(cell.width(), cell.height());
    if (smaller < 5) return "<rect" + svg::place(cell) + svg::paint("fill", style.mark) + "/>";
    const ImU32 colour = smaller < 20 ? style.mark : faded(style.mark, 0.5f);
    return "<path d=\"M" + point(cell.min.x, cell.min.y) + 'L' + point(cell.max.x, cell.max.y) + 'M' +
           point(cell.min.x, cell.max.y) + 'L' + point(cell.max.x, cell.min.y) + '"' + svg::line({colour, 1.2f}) + "/>";
}

/// A triangle that points up, or down for −∞. In a large cell it is at the edge, to leave the middle to a number.
std::string infinity(const Rect& cell, bool negative, const HeatmapStyle& style) {
    const float smaller = std::min(cell.width(), cell.height());
    if (smaller < 5) return "";
    const bool large = smaller >= 20;
    const float height = large ? 5 : 0.5f * smaller, from_edge = large ? 2 : (cell.height() - height) / 2;
    const float tip = negative ? cell.max.y - from_edge : cell.min.y + from_edge, base = negative ? tip - height : tip + height;
    const float half = 0.7f * height, x = cell.centre().x;
    return "<path d=\"M" + point(x, tip) + 'L' + point(x - half, base) + 'L' + point(x + half, base) + "Z\"" +
           svg::paint("fill", style.mark) + "/>";
}

std::string corner(const Rect& cell, const HeatmapStyle& style) {
    const float smaller = std::min(cell.width(), cell.height()), leg = std::min(5.0f, 0.35f * smaller);
    if (smaller < 8) return "";
    return "<path d=\"M" + point(cell.max.x - leg, cell.min.y) + 'H' + svg::number(cell.max.x) + 'V' +
           svg::number(cell.min.y + leg) + "Z\"" + svg::paint("fill", style.mark) + "/>";
}

/// The marks over an unmasked cell, exactly as in the shader.
std::string marks(float x, const Rect& cell, const HeatmapStyle& style) {
    if (std::isnan(x)) return cross(cell, style);
    if (std::isinf(x)) return infinity(cell, x < 0, style);
    return beyond_scale(x, style) ? corner(cell, style) : "";
}

/// The lines over masked cells. Their pattern begins at the heatmap's corner.
std::string hatching(Svg& svg, const HeatmapLayout& layout, ImU32 colour) {
    return svg.define("<pattern id=\"", "\" patternUnits=\"userSpaceOnUse\" x=\"" + svg::number(layout.area.min.x) + "\" y=\"" +
                                            svg::number(layout.area.min.y) +
                                            "\" width=\"5\" height=\"5\"><path d=\"M-1 3L3-1M-1 8L8-1\"" + svg::line({colour, 1}) +
                                            "/></pattern>");
}

}  // namespace

bool cells_become_shapes(const Svg& svg, const HeatmapLayout& layout) {
    const bool legible = std::min(layout.pitch_x, layout.pitch_y) * layout.scale >= least_cell;
    return legible && visible_cells(layout, svg.clip()).count() <= most_cells;
}

void add_cells(Svg& svg, const HeatmapLayout& layout, const HeatmapCells& cells, const HeatmapStyle& style) {
    const Block block = visible_cells(layout, svg.clip());
    if (block.count() == 0) return;
    std::string grounds, hatched, marked;
    for (int row = block.row; row < block.last_row; ++row) {
        for (int column = block.column; column < block.last_column; ++column) {
            const Rect cell = layout.cell(row, column);
            const double value = cells.value(row, column);
            const bool masked = cells.masked(row, column);
            grounds += "<rect" + svg::place(cell) + svg::paint("fill", cell_colour(value, masked, style)) + "/>";
            if (masked) {
                hatched += 'M' + point(cell.min.x, cell.min.y) + 'H' + svg::number(cell.max.x) + 'V' + svg::number(cell.max.y) +
                           'H' + svg::number(cell.min.x) + 'Z';
            }
            const bool shows_number = !masked || style.masked == HeatmapStyle::Masked::later;
            if (shows_number) marked += marks(static_cast<float>(value), cell, style);
        }
    }
    std::string markup = style.opacity < 1 ? "<g opacity=\"" + svg::number(style.opacity) + "\">" : "<g>";
    markup += "<g shape-rendering=\"crispEdges\">" + grounds + "</g>" + marked;
    if (!hatched.empty()) {
        const ImU32 colour = style.masked == HeatmapStyle::Masked::later ? faded(style.hatch, 0.7f) : style.hatch;
        markup += "<path d=\"" + hatched + "\" fill=\"url(#" + hatching(svg, layout, colour) + ")\"/>";
    }
    svg.element(markup + "</g>",
                layout.cells(block.row, block.column, block.last_row - block.row, block.last_column - block.column));
}

}  // namespace vitrine
