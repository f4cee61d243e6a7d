#include "app/widgets/tensor_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/cell_text.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float row_with_word = 20, title_height = 18, label_height = 18, widest_row_label = 92, label_gap = 8;

float row_label_width(const Ui& ui, const TensorViewInput& input, int rows) {
    float width = ui.width_of(Font::label, std::string(std::to_string(rows - 1).size(), '0')) + 1;
    for (const std::string& label : input.row_labels) width = std::max(width, ui.width_of(Font::label, label));
    return std::min(width, widest_row_label);
}

/// Cells as large as fit, on whole pixels where they are large enough to tell. Where many columns make square ones low although
/// there is room below, they become higher than wide, up to where a word stands beside every row.
ImVec2 cell_size(ImVec2 space, int rows, int columns, const TensorViewInput& input) {
    const auto on_pixels = [](float side) { return side >= 3 ? std::floor(side) : side; };
    const float width = std::min(space.x / static_cast<float>(columns), input.largest_cell);
    const float high = space.y / static_cast<float>(rows), height = std::min(high, input.largest_cell);
    if (!input.square) return {on_pixels(width), on_pixels(height)};
    const float square = on_pixels(std::min(width, height));
    const bool wide = columns >= 2 * rows;
    const float higher = wide ? std::min(on_pixels(high), row_with_word) : square;
    return {square, std::max(square, higher)};
}

std::string label_of(const std::vector<std::string>& labels, int i) {
    const auto at = static_cast<std::size_t>(i);
    return at < labels.size() && !labels[at].empty() ? labels[at] : std::to_string(i);
}

bool is_number(const std::vector<std::string>& labels, int i) {
    const auto at = static_cast<std::size_t>(i);
    return at >= labels.size() || labels[at].empty();
}

/// Only every so manyth label is written where all would run into each other.
int stride_for(float pitch, float needed) { return std::max(1, static_cast<int>(std::ceil(needed / pitch))); }

/// A label is lit where its row or column is under the pointer or selected.
struct Lit {
    int row = -1, column = -1;
};

void draw_row_labels(Ui& ui, const TensorViewInput& input, const HeatmapLayout& layout, float width, const Lit& lit) {
    constexpr float line = 13, small_line = 10;
    const Font font = layout.pitch_y < line ? Font::mono_tiny : Font::label;
    const int stride = stride_for(layout.pitch_y, font == Font::label ? line : small_line);
    for (int row = 0; row < layout.rows; row += stride) {
        const Rect cell = layout.cell(row, 0);
        ui.text({layout.area.min.x - label_gap, cell.centre().y}, font, row == lit.row ? ui.theme.text : ui.theme.dim,
                label_of(input.row_labels, row), {.max_width = width, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

void draw_column_labels(Ui& ui, const TensorViewInput& input, const HeatmapLayout& layout, const Lit& lit) {
    const bool numbers = is_number(input.column_labels, 0);
    const std::string widest(std::to_string(layout.columns).size(), '0');
    const float needed = numbers ? ui.width_of(Font::label, widest) + 6 : 30;
    const int stride = stride_for(layout.pitch_x, needed);
    for (int column = 0; column < layout.columns; column += stride) {
        const Rect cell = layout.cell(0, column);
        const float room = layout.pitch_x * static_cast<float>(stride) - 4;
        ui.text({cell.centre().x, layout.area.min.y - 4 - label_height / 2}, Font::label,
                column == lit.column ? ui.theme.text : ui.theme.dim, label_of(input.column_labels, column),
                {.max_width = room, .align = Align::centre, .vertical = VerticalAlign::middle});
    }
}

void frame_cell(Ui& ui, const HeatmapLayout& layout, HeatmapLayout::Place place, Colour colour) {
    const Rect cell = layout.cell(place.row, place.column);
    ui.frame(cell.inset(cell.width() >= 8 ? -1.0f : -2.0f), colour, 2, 2);
}

/// What runs down and across, and the power of ten the cells are written in.
void draw_titles(Ui& ui, const TensorViewInput& input, ImVec2 corner, const Rect& grid, int exponent) {
    const Rect rows = ui.text(corner, Font::label, ui.theme.faint, input.row_title);
    const Rect columns =
        ui.text({std::max(grid.min.x, rows.max.x + 12), corner.y}, Font::label, ui.theme.faint, input.column_title);
    if (exponent == 0) return;
    const std::string factor = "× " + power_of_ten(exponent);
    const float right = std::max(grid.max.x, columns.max.x + 12 + ui.width_of(Font::note_strong, factor));
    ui.text({right, corner.y}, Font::note_strong, ui.theme.text, factor, {.align = Align::right});
}

}  // namespace

TensorViewOutput tensor_view(Ui& ui, const Rect& area, const TensorViewInput& input) {
    const int rows = input.cells.rows(), columns = input.cells.columns();
    const float labels = row_label_width(ui, input, rows);
    const ImVec2 corner{area.min.x + labels + label_gap + 3, area.min.y + title_height + label_height};
    const ImVec2 cell = cell_size({area.max.x - corner.x - 3, area.max.y - corner.y - 3}, rows, columns, input);
    const Rect grid = rect_at(corner, cell.x * static_cast<float>(columns), cell.y * static_cast<float>(rows));

    const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, grid, input.cells, input.style);
    const Interaction does = ui.tensor(input.name, layout, input.cells);
    TensorViewOutput output;
    Lit lit;
    const auto selected = place_of(input.cells, input.selected);
    const auto hovered = does.hovered ? layout.at(ui.pointer().position) : std::nullopt;
    if (selected) lit = {selected->row, selected->column};
    const auto pointed = place_of(input.cells, input.pointed);
    if (pointed) lit = {pointed->row, pointed->column};
    if (hovered) {
        lit = {hovered->row, hovered->column};
        output.hovered = input.cells.index(hovered->row, hovered->column);
        if (does.clicked) output.clicked = output.hovered;
    }

    const CellPicture picture{input.cells, input.style, layout};
    // In cells that are not square a line of numbers is easily a line of ink.
    constexpr float least_width = 40, least_height = 16;
    const bool roomy = input.square || (layout.pitch_x >= least_width && layout.pitch_y >= least_height);
    const auto writing =
        input.words.empty() && roomy ? writing_of(ui, input.cells, input.style, layout.pitch_x, input.often_small) : std::nullopt;
    if (writing) draw_numbers(ui, picture, *writing);
    if (!input.words.empty()) draw_words(ui, picture, input.words);
    ui.frame(grid.inset(-3), input.frame, metrics::radius, 1.5f);
    draw_row_labels(ui, input, layout, labels, lit);
    draw_column_labels(ui, input, layout, lit);
    draw_titles(ui, input, area.min, grid, writing ? writing->exponent : 0);
    if (pointed) frame_cell(ui, layout, *pointed, ui.theme.text);
    if (hovered) frame_cell(ui, layout, *hovered, ui.theme.text);
    if (selected) frame_cell(ui, layout, *selected, ui.theme.accent);
    output.layout = layout;
    output.used = {area.min, {std::max(grid.max.x + 3, corner.x), grid.max.y + 3}};
    return output;
}

void frame_pointed(Ui& ui, const HeatmapLayout& layout, const HeatmapCells& cells, const Index& cell) {
    if (const auto place = place_of(cells, cell)) frame_cell(ui, layout, *place, ui.theme.text);
}

ImVec2 thumbnail_size(int rows, int columns, ImVec2 size) {
    constexpr float largest = 9;
    float cell = std::min({size.x / static_cast<float>(columns), size.y / static_cast<float>(rows), largest});
    if (cell >= 2) cell = std::floor(cell);
    return {std::max(1.0f, cell * static_cast<float>(columns)), std::max(1.0f, cell * static_cast<float>(rows))};
}

namespace {

/// The colours of a sequential scale in a bar. Their curve is drawn in straight pieces.
void draw_sequence(Ui& ui, const Rect& bar, const HeatmapStyle& style) {
    const int pieces = style.curve == 1 ? 1 : 24;
    const auto at = [&](int piece) { return static_cast<float>(piece) / static_cast<float>(pieces); };
    const auto colour = [&](float share) { return cell_colour(style.low + share * (style.high - style.low), false, style); };
    for (int i = 0; i < pieces; ++i) {
        const Colour left = colour(at(i)), right = colour(at(i + 1));
        ui.list.AddRectFilledMultiColor({bar.min.x + at(i) * bar.width(), bar.min.y},
                                        {bar.min.x + at(i + 1) * bar.width(), bar.max.y}, left, right, right, left);
    }
}

}  // namespace

void legend(Ui& ui, const Rect& area, const HeatmapStyle& style) {
    const bool diverging = style.scale == HeatmapStyle::Scale::diverging;
    const float low = diverging ? -style.limit : style.low, high = diverging ? style.limit : style.high;
    const Rect bar = rect_at(area.min, area.width(), 8);
    const float middle = bar.centre().x;
    if (diverging) {
        ui.list.AddRectFilledMultiColor(bar.min, {middle, bar.max.y}, style.minus, style.zero, style.zero, style.minus);
        ui.list.AddRectFilledMultiColor({middle, bar.min.y}, bar.max, style.zero, style.plus, style.plus, style.zero);
    } else {
        draw_sequence(ui, bar, style);
    }
    ui.frame(bar, ui.theme.line);
    const float y = bar.max.y + 4;
    const auto written = [&](float value) {
        if (diverging) return signed_number(value, ElementType::scalar);
        return value == std::round(value) ? fmt::format("{:g}", value) : plain_number(value);
    };
    ui.text({bar.min.x, y}, Font::mono_small, ui.theme.dim, written(low));
    if (diverging) ui.text({middle, y}, Font::mono_small, ui.theme.dim, "0", {.align = Align::centre});
    ui.text({bar.max.x, y}, Font::mono_small, ui.theme.dim, written(high), {.align = Align::right});
}

}  // namespace vitrine
