#include "app/widgets/tensor/tensor_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/label_width.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float row_with_word = 20, title_height = 18, label_height = 18, label_gap = 8, beside_cells = label_gap + 3;

/// The width of the longest label, but not more than a quarter of the room if that is more than a word needs.
float row_label_width(const Ui& ui, const TensorViewInput& input, float room) {
    constexpr float word = 92;
    const int rows = input.cells.rows();
    const float number = ui.width_of(Font::label, std::string(std::to_string(rows - 1).size(), '0')) + 1;
    return std::min(std::max(number, widest_of(ui, Font::label, input.row_labels)), std::max(word, room / 4));
}

/// The width of the words at the right ends of rows, with the gap before them; 0 if they would take too much room, or if rows are
/// lower than letters.
float row_end_width(const Ui& ui, const TensorViewInput& input, const Rect& area) {
    constexpr float share = 0.2f, lowest_row = 13;
    if (input.row_ends.empty() || area.height() / static_cast<float>(input.cells.rows()) < lowest_row) return 0;
    const float widest = std::max(widest_of(ui, Font::label, input.row_ends), ui.width_of(Font::label, input.row_ends_title)) + 1;
    return widest + beside_cells <= share * area.width() ? widest + beside_cells : 0;
}

/// The side of the largest square cells that fit, on whole pixels if they are large enough for that to matter.
float square_cell(ImVec2 space, int rows, int columns, float largest) {
    return on_pixels(std::min({space.x / static_cast<float>(columns), space.y / static_cast<float>(rows), largest}));
}

/// The size of cells along one side: square; if that would be less than `least`, then `least` if it fits, and otherwise at most
/// `ratio` times the square size.
float side_of(int count, float square, float least, float room, float ratio) {
    const float fitting = room / static_cast<float>(count);
    if (square >= least) return square;
    return least <= fitting ? least : std::max(square, std::min(ratio * square, fitting));
}

/// The largest cells that fit. If many columns make square cells low although there is room below, they become higher than wide,
/// until every row has room for a word. Cells in which words are written become wider than high.
ImVec2 cell_size(ImVec2 space, const TensorViewInput& input) {
    const int rows = input.cells.rows(), columns = input.cells.columns();
    const float width = space.x / static_cast<float>(columns), height = space.y / static_cast<float>(rows);
    if (!input.square) return {on_pixels(std::min(width, input.largest_cell)), on_pixels(std::min(height, input.largest_cell))};
    constexpr float greatest_ratio = 2.5f;
    const float square = square_cell(space, rows, columns, input.largest_cell);
    const float high = side_of(rows, square, input.least_cell.y, space.y, greatest_ratio);
    const bool wide = columns >= 2 * rows;
    return {side_of(columns, square, input.least_cell.x, space.x, input.words.empty() ? 1 : greatest_ratio),
            wide ? std::max(high, std::min(on_pixels(height), row_with_word)) : high};
}

std::string label_of(const Labels& labels, int i) {
    std::string word = labels[i];
    return word.empty() ? std::to_string(i) : word;
}

/// Whether a label is an id: it must not be shortened, since what remained would look like another id.
bool is_digits(std::string_view label) {
    return std::ranges::all_of(label, [](char c) { return c >= '0' && c <= '9'; });
}

/// A label is highlighted if its row or column is under the pointer or selected.
struct Lit {
    int row = -1, column = -1;
};

/// The cells that are shown, and where they are.
struct Shown {
    Rect grid;
    int first_row, last_row, first_column, last_column;  ///< the last ones excluded
    float label_width = 0;                               ///< the width for the labels of rows
    float end_width = 0;                                 ///< the width for the words at the right ends of rows; 0: there are none
};

void draw_row_labels(Ui& ui, const TensorViewInput& input, const HeatmapLayout& layout, const Shown& shown, const Lit& lit) {
    constexpr float line = 13, small_line = 10;
    const Font font = layout.pitch_y < line ? Font::mono_tiny : Font::label;
    const int stride = stride_for(layout.pitch_y, font == Font::label ? line : small_line);
    for (int row = shown.first_row; row < shown.last_row; row += stride) {
        const Rect cell = layout.cell(row, 0);
        ui.text({shown.grid.min.x - label_gap, cell.centre().y}, font, row == lit.row ? ui.theme.text : ui.theme.dim,
                label_of(input.row_labels, row),
                {.max_width = shown.label_width, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

/// Their title is at the height of the labels of columns.
void draw_row_ends(Ui& ui, const TensorViewInput& input, const HeatmapLayout& layout, const Shown& shown, const Lit& lit) {
    constexpr float line = 13;
    if (shown.end_width == 0 || layout.pitch_y < line) return;
    const float left = shown.grid.max.x + beside_cells;
    const TextOptions options{.max_width = shown.end_width - beside_cells, .vertical = VerticalAlign::middle};
    ui.text({left, shown.grid.min.y - 4 - label_height / 2}, Font::label, ui.theme.faint, input.row_ends_title, options);
    for (int row = shown.first_row; row < shown.last_row; ++row) {
        ui.text({left, layout.cell(row, 0).centre().y}, Font::label, row == lit.row ? ui.theme.text : ui.theme.faint,
                input.row_ends[row], options);
    }
}

void draw_column_labels(Ui& ui, const TensorViewInput& input, const HeatmapLayout& layout, const Shown& shown, const Lit& lit) {
    const bool places = input.column_labels[0].empty();
    constexpr float word = 32, between = 4;  // even a shortened word can be recognised in this room
    const std::string number(std::to_string(layout.columns).size(), '0');
    const float longest = places ? ui.width_of(Font::label, number) + 2 : widest_of(ui, Font::label, input.column_labels);
    const float needed = (is_digits(input.column_labels[0]) ? longest : std::min(longest, word)) + between;
    const int stride = stride_for(layout.pitch_x, needed);
    for (int column = shown.first_column; column < shown.last_column; column += stride) {
        const Rect cell = layout.cell(0, column);
        const float room = layout.pitch_x * static_cast<float>(stride) - between;
        ui.text({cell.centre().x, shown.grid.min.y - 4 - label_height / 2}, Font::label,
                column == lit.column ? ui.theme.text : ui.theme.dim, label_of(input.column_labels, column),
                {.max_width = room, .align = Align::centre, .vertical = VerticalAlign::middle});
    }
}

void frame_cell(Ui& ui, const HeatmapLayout& layout, HeatmapLayout::Place place, Colour colour) {
    const Rect cell = layout.cell(place.row, place.column);
    ui.frame(cell.inset(cell.width() >= 8 ? -1.0f : -2.0f), colour, 2, 2);
}

/// The titles of rows and columns, and the power of ten for the cells.
void draw_titles(Ui& ui, const TensorViewInput& input, const Rect& area, const Rect& grid, int exponent) {
    constexpr float between = 12;
    const std::string factor = exponent == 0 ? "" : "× " + power_of_ten(exponent);
    const float factor_width = ui.width_of(Font::note_strong, factor);
    const Rect rows = ui.text(area.min, Font::label, ui.theme.faint, input.row_title);
    const float left = std::max(grid.min.x, rows.max.x + between);
    // The power of ten stays within the picture, even if the title before it has to be shortened.
    const float room = exponent == 0 ? 0 : std::max(between, area.max.x - factor_width - between - left);
    const Rect columns =
        ui.text({left, area.min.y}, Font::label, ui.theme.faint, input.column_title, {.max_width = room, .shorten = Shorten::end});
    if (exponent == 0) return;
    const float beside = columns.max.x + between + factor_width;
    // The controls of a scrolled picture may be above its right end.
    const float right = input.window ? beside : std::max(grid.max.x, beside);
    ui.text({right, area.min.y}, Font::note_strong, ui.theme.text, factor, {.align = Align::right});
}

/// Where the cells begin, and how much room they have.
Rect room_of(const Ui& ui, const Rect& area, const TensorViewInput& input) {
    const float labels = row_label_width(ui, input, area.width());
    return {{area.min.x + labels + beside_cells, area.min.y + title_height + label_height},
            {area.max.x - 3 - row_end_width(ui, input, area), area.max.y - 3}};
}

/// The shown cells, and where all cells would be.
struct Placed {
    Rect all;
    Shown shown;
};

Placed place_cells(const Ui& ui, const Rect& area, const TensorViewInput& input) {
    const int rows = input.cells.rows(), columns = input.cells.columns();
    const Rect room = room_of(ui, area, input);
    const float labels = room.min.x - area.min.x - beside_cells, ends = row_end_width(ui, input, area);
    if (!input.window) {
        const ImVec2 cell = cell_size(room.size(), input);
        const Rect grid = rect_at(room.min, cell.x * static_cast<float>(columns), cell.y * static_cast<float>(rows));
        return {grid, {grid, 0, rows, 0, columns, labels, ends}};
    }
    const CellWindow& window = *input.window;
    const CellRoom fits = room_for_cells(ui, area, input, window.cell);
    const int last_row = std::min(rows, window.row + fits.rows), last_column = std::min(columns, window.column + fits.columns);
    const auto block = [&](ImVec2 corner, int high, int wide) {
        return rect_at(corner, window.cell.x * static_cast<float>(wide), window.cell.y * static_cast<float>(high));
    };
    const ImVec2 first{room.min.x - window.cell.x * static_cast<float>(window.column),
                       room.min.y - window.cell.y * static_cast<float>(window.row)};
    return {block(first, rows, columns),
            {block(room.min, last_row - window.row, last_column - window.column), window.row, last_row, window.column, last_column,
             labels, ends}};
}

}  // namespace

CellRoom room_for_cells(const Ui& ui, const Rect& area, const TensorViewInput& input, ImVec2 cell) {
    const Rect room = room_of(ui, area, input);
    return {std::clamp(static_cast<int>(room.height() / cell.y), 1, input.cells.rows()),
            std::clamp(static_cast<int>(room.width() / cell.x), 1, input.cells.columns())};
}

float fitting_cell(const Ui& ui, const Rect& area, const TensorViewInput& input) {
    return square_cell(room_of(ui, area, input).size(), input.cells.rows(), input.cells.columns(), input.largest_cell);
}

TensorViewOutput tensor_view(Ui& ui, const Rect& area, const TensorViewInput& input) {
    const auto [all, shown] = place_cells(ui, area, input);
    const Rect& grid = shown.grid;
    if (input.window) ui.push_clip(grid);
    const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, all, input.cells, input.style);
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
    // In cells that are not square, numbers easily merge into a line of ink.
    constexpr float least_width = 40, least_height = 16;
    const bool roomy = input.square || (layout.pitch_x >= least_width && layout.pitch_y >= least_height);
    const auto writing =
        input.words.empty() && roomy ? writing_of(ui, input.cells, input.style, layout.pitch_x, input.often_small) : std::nullopt;
    if (writing) draw_numbers(ui, picture, *writing);
    if (!input.words.empty()) draw_words(ui, picture, input.words);
    if (input.window) ui.pop_clip();
    ui.frame(grid.inset(-3), input.frame, metrics::radius, 1.5f);
    draw_row_labels(ui, input, layout, shown, lit);
    draw_row_ends(ui, input, layout, shown, lit);
    draw_column_labels(ui, input, layout, shown, lit);
    draw_titles(ui, input, area, grid, writing ? writing->exponent : 0);
    if (input.window) ui.push_clip(grid.inset(-2));
    if (pointed) frame_cell(ui, layout, *pointed, ui.theme.text);
    if (hovered) frame_cell(ui, layout, *hovered, ui.theme.text);
    if (selected) frame_cell(ui, layout, *selected, ui.theme.accent);
    if (input.window) ui.pop_clip();
    output.layout = layout;
    output.grid = grid;
    output.used = {area.min, {std::max(grid.max.x + 3, grid.min.x) + shown.end_width, grid.max.y + 3}};
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

float on_pixels(float side) { return side >= 3 ? std::floor(side) : side; }

int stride_for(float pitch, float needed) { return std::max(1, static_cast<int>(std::ceil(needed / pitch))); }

}  // namespace vitrine
