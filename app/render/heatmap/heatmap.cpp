#include "app/render/heatmap/heatmap.h"

#include <algorithm>
#include <cmath>

#include "app/render/colour.h"

namespace vitrine {

namespace {

constexpr float smallest_with_gap = 4;  ///< pixels of the display

/// The mask's cell for a cell of the tensor. Axes are matched by name.
Index mask_index(const HeatmapCells& cells, const Index& index) {
    const Layout &tensor = cells.tensor.layout, &mask = cells.mask->layout;
    Index found{};
    for (int axis = 0; axis < tensor.rank; ++axis) {
        const int place = mask.find(tensor.axes[axis]);
        if (place >= 0 && mask.shape[place] > 1) found[place] = index[axis];
    }
    return found;
}

/// The pitch of `count` cells. Sets `gap` to 0 if the cells would be too small for gaps between them.
float pitch_of(float length, int count, float& gap) {
    const float pitch = (length + gap) / static_cast<float>(count);
    if (pitch < smallest_with_gap + gap) gap = 0;
    return (length + gap) / static_cast<float>(count);
}

/// The first pixel whose middle is not left of `edge`, exactly as in the shader.
float first_pixel(float edge) { return std::ceil(edge - 0.5f); }

}  // namespace

Index HeatmapCells::index(int row, int column) const {
    Index found = fixed;
    if (row_axis >= 0) found[row_axis] = row;
    if (column_axis >= 0) found[column_axis] = column;
    return found;
}

bool HeatmapCells::masked(int row, int column) const {
    return mask && mask->present() && mask->at(mask_index(*this, index(row, column))) == 0;
}

Rect HeatmapLayout::cells(int row, int column, int row_count, int column_count) const {
    const auto left = [this](int i) { return area.min.x + first_pixel(static_cast<float>(i) * pitch_x * scale) / scale; };
    const auto top = [this](int i) { return area.min.y + first_pixel(static_cast<float>(i) * pitch_y * scale) / scale; };
    const auto end = [this](int i, float pitch) { return first_pixel((static_cast<float>(i) * pitch - gap) * scale) / scale; };
    return {{left(column), top(row)},
            {area.min.x + end(column + column_count, pitch_x), area.min.y + end(row + row_count, pitch_y)}};
}

std::optional<HeatmapLayout::Place> HeatmapLayout::at(ImVec2 point) const {
    if (rows == 0 || columns == 0 || !area.contains(point)) return std::nullopt;
    const int row = static_cast<int>((point.y - area.min.y) / pitch_y), column = static_cast<int>((point.x - area.min.x) / pitch_x);
    return Place{std::min(row, rows - 1), std::min(column, columns - 1)};
}

HeatmapLayout heatmap_layout(const Rect& area, int rows, int columns, const HeatmapStyle& style) {
    const float scale = std::max(ImGui::GetIO().DisplayFramebufferScale.x, 0.01f);
    const auto snapped = [scale](float x) { return std::round(x * scale) / scale; };
    HeatmapLayout layout;
    layout.area = {{snapped(area.min.x), snapped(area.min.y)}, {snapped(area.max.x), snapped(area.max.y)}};
    layout.rows = rows;
    layout.columns = columns;
    layout.scale = scale;
    if (rows == 0 || columns == 0) return layout;
    float gap = std::round(style.gap * scale);
    pitch_of(layout.area.width() * scale, columns, gap);
    pitch_of(layout.area.height() * scale, rows, gap);
    layout.pitch_x = pitch_of(layout.area.width() * scale, columns, gap) / scale;
    layout.pitch_y = pitch_of(layout.area.height() * scale, rows, gap) / scale;
    layout.gap = gap / scale;
    return layout;
}

ImU32 cell_colour(double value, bool masked, const HeatmapStyle& style) {
    const auto x = static_cast<float>(value);
    const bool hidden = masked && style.masked == HeatmapStyle::Masked::hidden;
    if (hidden || std::isnan(x) || style.scale == HeatmapStyle::Scale::ids) return style.zero;
    if (style.scale == HeatmapStyle::Scale::sequential) {
        const float range = style.high - style.low;
        const float share = range > 0 ? std::clamp((x - style.low) / range, 0.0f, 1.0f) : 0;
        return mixed(style.zero, style.plus, std::pow(share, style.curve));
    }
    const float amount = style.limit > 0 ? std::clamp(x / style.limit, -1.0f, 1.0f) : std::clamp(x * 1e38f, -1.0f, 1.0f);
    return mixed(style.zero, amount < 0 ? style.minus : style.plus, std::abs(amount));
}

}  // namespace vitrine
