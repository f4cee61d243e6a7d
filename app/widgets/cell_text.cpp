#include "app/widgets/cell_text.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/number.h"

namespace vitrine {

namespace {

/// The widest number that a cell may have to show, judging by the limits of the colour scale.
double largest_number(const HeatmapStyle& style) {
    return style.scale == HeatmapStyle::Scale::diverging ? style.limit : std::max(std::abs(style.low), std::abs(style.high));
}

template <class Visit>
void for_each_cell_in_sight(const Ui& ui, const HeatmapLayout& layout, Visit&& visit) {
    const CellRange range = cells_in_sight(ui, layout);
    for (int row = range.first_row; row < range.last_row; ++row) {
        for (int column = range.first_column; column < range.last_column; ++column) visit(row, column);
    }
}

}  // namespace

std::optional<CellWriting> writing_of(const Ui& ui, const HeatmapCells& cells, const HeatmapStyle& style, float pitch,
                                      bool often_small) {
    if (pitch < metrics::number_cell) return std::nullopt;
    if (cells.tensor.type != ElementType::scalar) return CellWriting{};
    const bool negative = style.scale == HeatmapStyle::Scale::diverging;
    const double largest = largest_number(style);
    int exponent = 0;
    constexpr double nothing = 1e-29;  // only prevents a division by 0
    if (negative && largest > nothing && largest < (often_small ? 1 : 0.1)) {
        exponent = static_cast<int>(std::floor(std::log10(largest)));
    }
    constexpr float beside = 6;  // so that the numbers of two cells do not touch
    for (const Font font : {Font::mono_small, Font::mono_tiny}) {
        const int characters = static_cast<int>((pitch - beside) / ui.width_of(font, "0"));
        const int decimals = decimals_within(characters, negative);
        if (decimals >= 2 || (font == Font::mono_tiny && decimals == 1)) return CellWriting{font, decimals, exponent};
    }
    return std::nullopt;
}

void draw_numbers(Ui& ui, const CellPicture& picture, const CellWriting& writing) {
    const double factor = std::pow(10, -writing.exponent);
    const HeatmapCells& cells = picture.cells;
    for_each_cell_in_sight(ui, picture.layout, [&](int row, int column) {
        const double value = cells.value(row, column);
        if (std::isnan(value)) return;  // the shader draws a cross for it
        const Colour ground = cell_colour(value, cells.masked(row, column), picture.style);
        ui.text(picture.layout.cell(row, column).centre(), writing.font, faded(text_on(ground, ui.theme), picture.style.opacity),
                cell_number(factor * value, cells.tensor.type, writing.decimals),
                {.max_width = picture.layout.pitch_x - 1, .align = Align::centre, .vertical = VerticalAlign::middle});
    });
}

void draw_words(Ui& ui, const CellPicture& picture, std::span<const std::string> words) {
    constexpr float narrowest = 20;
    if (picture.layout.pitch_x < narrowest) return;
    for_each_cell_in_sight(ui, picture.layout, [&](int row, int column) {
        const auto id = static_cast<std::size_t>(picture.cells.value(row, column));
        if (id >= words.size()) return;
        ui.text(picture.layout.cell(row, column).centre(), Font::label, faded(ui.theme.text, picture.style.opacity), words[id],
                {.max_width = picture.layout.pitch_x - 6, .align = Align::centre, .vertical = VerticalAlign::middle});
    });
}

std::optional<HeatmapLayout::Place> place_of(const HeatmapCells& cells, const std::optional<Index>& index) {
    if (!index) return std::nullopt;
    for (int axis = 0; axis < cells.tensor.layout.rank; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        if (axis != cells.row_axis && axis != cells.column_axis && (*index)[at] != cells.fixed[at]) return std::nullopt;
    }
    const auto along = [&](int axis) { return axis < 0 ? 0 : static_cast<int>((*index)[static_cast<std::size_t>(axis)]); };
    return HeatmapLayout::Place{along(cells.row_axis), along(cells.column_axis)};
}

CellRange cells_in_sight(const Ui& ui, const HeatmapLayout& layout) {
    const Rect seen = clip_rect(ui.list);
    const auto from = [](float edge, float begin, float pitch, int count) {
        return std::clamp(static_cast<int>(std::floor((edge - begin) / pitch)), 0, count);
    };
    return {from(seen.min.y, layout.area.min.y, layout.pitch_y, layout.rows),
            from(seen.max.y + layout.pitch_y, layout.area.min.y, layout.pitch_y, layout.rows),
            from(seen.min.x, layout.area.min.x, layout.pitch_x, layout.columns),
            from(seen.max.x + layout.pitch_x, layout.area.min.x, layout.pitch_x, layout.columns)};
}

}  // namespace vitrine
