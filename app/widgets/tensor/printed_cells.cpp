#include "app/widgets/tensor/printed_cells.h"

#include <algorithm>
#include <cmath>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/label_width.h"
#include "app/widgets/legend.h"
#include "app/widgets/no_room.h"

namespace vitrine {

namespace {

constexpr float line = 15, least_pitch = 10.5f, beside_label = 5, plane_gap = 10, note_gap = 14;

float label_width(const Ui& ui, const Labels& labels, int count) {
    const std::string number(std::to_string(std::max(0, count - 1)).size(), '0');
    const float numbers = ui.width_of(Font::label, number);
    return labels.are_numbers() ? numbers : std::max(numbers, widest_of(ui, Font::label, labels));
}

std::string printed_label(const Labels& labels, int place) {
    const std::string word = labels[place];
    return word.empty() ? std::to_string(place) : word;
}

/// Every nth label is written; for numbers, n is easy to count by: 0, 5, 10.
int printed_stride(const Labels& labels, float pitch, float needed) {
    const auto least = static_cast<int>(std::ceil(needed / pitch));
    if (!labels.are_numbers()) return std::max(1, least);
    for (int unit = 1;; unit *= 10) {
        for (const int step : {1, 2, 5}) {
            if (step * unit >= least) return step * unit;
        }
    }
}

/// How the planes are arranged.
struct Arrangement {
    int rows, columns;
    int across = 1, down = 1;
    float row_words = 0, column_words = 0;  ///< the widest label of each
    bool turned = false;                    ///< the words of columns run upwards
    float pitch_x = 0, pitch_y = 0;
    float row_title = 0, above = 0, title = 0;  ///< the heights of the texts above the cells

    float width() const { return pitch_x * static_cast<float>(columns); }
    float height() const { return pitch_y * static_cast<float>(rows); }
};

float pitch_across(const Arrangement& at, float width, int across) {
    const float free = width - at.row_words - beside_label - plane_gap * static_cast<float>(across - 1);
    return free / static_cast<float>(across * at.columns);
}

/// As many planes beside each other as fit with their columns far enough apart to be told apart, in rows of equal length.
int planes_across(const Arrangement& at, float width, int count, bool words) {
    const float least = words ? least_pitch : least_pitch / 3;
    int across = std::min(count, 8);
    while (across > 1 && pitch_across(at, width, across) < least) --across;
    const int down = (count + across - 1) / across;
    return (count + down - 1) / down;
}

/// Square cells, but with rows far enough apart for the words beside them; no higher than a page.
void set_pitch(Arrangement& at, float width, bool row_words) {
    constexpr float largest = 44, line_of_words = 12, most_height = 2, most_stretch = 3;
    at.pitch_x = std::min(largest, pitch_across(at, width, at.across));
    at.pitch_y = row_words ? std::max(at.pitch_x, line_of_words) : at.pitch_x;
    const float most = most_height * width / static_cast<float>(at.rows * at.down);
    if (at.pitch_y <= most) return;
    at.pitch_y = most;
    at.pitch_x = std::min(at.pitch_x, most_stretch * most);
}

Arrangement arranged(const Ui& ui, float width, const PrintedCells& input) {
    const HeatmapCells& cells = input.planes.front().cells;
    Arrangement at{.rows = cells.rows(), .columns = cells.columns()};
    const bool single_row = cells.row_axis < 0;
    constexpr float slack = 1.08f;  // letters are wider in other fonts, which a program that shows the SVG may use
    at.row_words = single_row ? 0 : slack * label_width(ui, input.row_labels, at.rows);
    at.column_words = slack * label_width(ui, input.column_labels, at.columns);
    const auto count = static_cast<int>(input.planes.size());
    at.across = planes_across(at, width, count, !input.column_labels.are_numbers());
    at.down = (count + at.across - 1) / at.across;
    constexpr float least_cells = 24;
    if (width - at.row_words < least_cells) throw NoRoom("the labels beside the rows leave no room for cells");
    set_pitch(at, width, !single_row && !input.row_labels.are_numbers());
    at.turned = !input.column_labels.are_numbers() && at.column_words + 4 > at.pitch_x;
    at.above = at.turned ? at.column_words + 4 : line;
    at.title = input.planes.front().title.empty() ? 0 : line;
    return at;
}

void draw_row_words(Ui& ui, const Rect& grid, const Arrangement& at, const Labels& labels) {
    const int stride = printed_stride(labels, at.pitch_y, labels.are_numbers() ? 12 : least_pitch);
    for (int row = 0; row < at.rows; row += stride) {
        const float middle = grid.min.y + (static_cast<float>(row) + 0.5f) * at.pitch_y;
        ui.text({grid.min.x - beside_label, middle}, Font::label, ui.theme.text, printed_label(labels, row),
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
}

void draw_column_words(Ui& ui, const Rect& grid, const Arrangement& at, const Labels& labels) {
    const int stride = printed_stride(labels, at.pitch_x, at.turned ? least_pitch : at.column_words + 4);
    for (int column = 0; column < at.columns; column += stride) {
        const float middle = grid.min.x + (static_cast<float>(column) + 0.5f) * at.pitch_x;
        const std::string label = printed_label(labels, column);
        if (at.turned) {
            ui.turned_text({middle, grid.min.y - 4}, Font::label, ui.theme.text, label);
        } else {
            ui.text({middle, grid.min.y - line / 2}, Font::label, ui.theme.text, label,
                    {.align = Align::centre, .vertical = VerticalAlign::middle});
        }
    }
}

bool words_fit(const Ui& ui, const HeatmapCells& cells, const Arrangement& at, std::span<const std::string> words) {
    for (int row = 0; row < at.rows; ++row) {
        for (int column = 0; column < at.columns; ++column) {
            const auto id = static_cast<std::size_t>(cells.value(row, column));
            if (id < words.size() && ui.width_of(Font::label, words[id]) + 6 > at.pitch_x) return false;
        }
    }
    return true;
}

void draw_cells(Ui& ui, const Rect& grid, const Arrangement& at, const PrintedCells& input, const PrintedPlane& plane) {
    const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, grid, plane.cells, input.style);
    const CellPicture picture{plane.cells, input.style, layout};
    if (!input.words.empty() && words_fit(ui, plane.cells, at, input.words)) return draw_words(ui, picture, input.words);
    if (const auto writing = writing_of(ui, plane.cells, input.style, std::min(at.pitch_x, 2 * at.pitch_y), input.often_small);
        writing && writing->exponent == 0)
        draw_numbers(ui, picture, *writing);
}

/// The names of both axes, in one line if it has room for them. Returns the lower edge.
float draw_axis_names(Ui& ui, const Rect& room, float left, const PrintedCells& input) {
    float y = room.min.y;
    const float rows = ui.width_of(Font::label, input.row_title), columns = ui.width_of(Font::label, input.column_title);
    float from = left;
    if (!input.row_title.empty() && rows + note_gap > left - room.min.x) from = room.min.x + rows + note_gap;
    const bool in_one = from + columns <= room.max.x;
    if (!input.row_title.empty()) ui.text({room.min.x, y}, Font::label, ui.theme.dim, input.row_title);
    if (!in_one) y += line;
    if (!input.column_title.empty()) ui.text({in_one ? from : room.min.x, y}, Font::label, ui.theme.dim, input.column_title);
    return input.row_title.empty() && input.column_title.empty() ? room.min.y : y + line + 2;
}

/// The colour scale and, beside or below it, the note on it. Returns the lower edge.
float draw_scale(Ui& ui, ImVec2 corner, float right, const PrintedCells& input) {
    constexpr float widest = 130, above = 9;
    if (input.style.scale == HeatmapStyle::Scale::ids) return corner.y;
    const Rect bar = rect_at({corner.x, corner.y + above}, std::min(widest, right - corner.x), legend_height);
    legend(ui, bar, input.style);
    if (input.note.empty()) return bar.max.y;
    const float left = bar.max.x + note_gap;
    if (left + ui.width_of(Font::label, input.note) <= right) {
        ui.text({left, bar.min.y - 3}, Font::label, ui.theme.dim, input.note);
        return bar.max.y;
    }
    return ui.paragraph({corner.x, bar.max.y + 2}, Font::label, ui.theme.dim, input.note, {.width = right - corner.x}).max.y;
}

}  // namespace

float printed_cells(Ui& ui, const Rect& room, const PrintedCells& input) {
    const Arrangement at = arranged(ui, room.width(), input);
    const float left = room.min.x + (at.row_words > 0 ? at.row_words + beside_label : 0);
    const float first = draw_axis_names(ui, room, left, input) + at.title + at.above;
    for (std::size_t i = 0; i < input.planes.size(); ++i) {
        const auto across = static_cast<float>(static_cast<int>(i) % at.across);
        const int down = static_cast<int>(i) / at.across;
        const ImVec2 corner{left + across * (at.width() + plane_gap),
                            first + static_cast<float>(down) * (at.height() + plane_gap + at.title)};
        const Rect grid = rect_at(corner, at.width(), at.height());
        if (at.title > 0)
            ui.text({grid.min.x, grid.min.y - (down == 0 ? at.above : 0) - line}, Font::label, ui.theme.text,
                    input.planes[i].title);
        draw_cells(ui, grid, at, input, input.planes[i]);
        if (static_cast<int>(i) % at.across == 0 && at.row_words > 0) draw_row_words(ui, grid, at, input.row_labels);
        if (down == 0) draw_column_words(ui, grid, at, input.column_labels);
    }
    const float bottom = first + static_cast<float>(at.down) * (at.height() + plane_gap + at.title) - plane_gap - at.title;
    return draw_scale(ui, {left, bottom}, room.max.x, input);
}

}  // namespace vitrine
