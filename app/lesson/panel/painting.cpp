#include <fmt/format.h>

#include "app/lesson/commands.h"
#include "app/lesson/panel/parts.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// A table of weights with the words of its rows and columns.
struct Grid {
    Ui& ui;
    const LessonPage& page;
    float label_width, side;
    ImVec2 corner;

    Rect cell(std::size_t row, std::size_t column) const {
        return rect_at({corner.x + label_width + side * static_cast<float>(column), corner.y + 18 + side * static_cast<float>(row)},
                       side - 1, side - 1);
    }
    float height() const { return 18 + side * static_cast<float>(page.rows.size()); }
    float width() const { return label_width + side * static_cast<float>(page.columns.size()); }
};

Grid grid_in(Ui& ui, const Column& column, const LessonPage& page) {
    constexpr float widest_label = 72, widest_side = 44, least_side = 7;
    const auto columns = static_cast<float>(std::max<std::size_t>(page.columns.size(), 1));
    float label = 0;
    for (const std::string& row : page.rows) label = std::max(label, ui.width_of(Font::label, row) + 10);
    label = std::min(label, widest_label);
    const float side = std::clamp((column.width() - label) / columns, least_side, widest_side);
    return {ui, page, label, side, column.corner()};
}

void draw_labels(const Grid& grid) {
    for (std::size_t row = 0; row < grid.page.rows.size(); ++row) {
        const Rect first = grid.cell(row, 0);
        grid.ui.text({first.min.x - 6, first.centre().y}, Font::label, grid.ui.theme.dim, grid.page.rows[row],
                     {.max_width = grid.label_width - 8, .align = Align::right, .vertical = VerticalAlign::middle});
    }
    for (std::size_t column = 0; column < grid.page.columns.size(); ++column) {
        const Rect first = grid.cell(0, column);
        grid.ui.text({first.centre().x, first.min.y - 9}, Font::label, grid.ui.theme.dim, grid.page.columns[column],
                     {.max_width = grid.side - 2, .align = Align::centre, .vertical = VerticalAlign::middle});
    }
}

void draw_share(const Grid& grid, const Rect& cell, double share) {
    const Theme& theme = grid.ui.theme;
    const Colour ground = mixed(theme.weight_zero, theme.weight_one, static_cast<float>(std::clamp(share, 0.0, 1.0)));
    grid.ui.fill(cell, ground, 2);
    constexpr float for_number = 26;
    if (grid.side < for_number) return;
    grid.ui.text(cell.centre(), Font::mono_tiny, text_on(ground, theme), fmt::format("{:.2f}", share),
                 {.align = Align::centre, .vertical = VerticalAlign::middle});
}

/// A press sets the next of these values, and dragging on paints with it.
double next_share(double share) {
    if (share > 0.75) return 0.5;
    return share > 0.25 ? 0 : 1;
}

/// The effect of the pointer or the keyboard on a cell.
void paint(const Grid& grid, const Rect& cell, std::size_t place, const std::string& name, const LessonState& lesson,
           Commands& commands) {
    const std::vector<double>& table = lesson.answer.table;
    const double share = place < table.size() ? table[place] : 0;
    const Interaction does = grid.ui.control(name, cell);
    const Pointer& pointer = grid.ui.pointer();
    if (does.hovered) grid.ui.frame(cell, grid.ui.theme.text, 2);
    const bool pressed = pointer.pressed && does.hovered;
    if (pressed || (pointer.activate && does.focused)) return commands.push_back(PaintCell{place, next_share(share), true});
    const bool drags = pointer.down && grid.ui.grabbed().starts_with("lesson/paint/") && cell.contains(pointer.position);
    if (drags && share != lesson.brush) commands.push_back(PaintCell{place, lesson.brush});
}

void draw_own(const Grid& grid, const LessonState& lesson, Commands& commands) {
    const std::vector<double>& table = lesson.answer.table;
    for (std::size_t row = 0; row < grid.page.rows.size(); ++row) {
        for (std::size_t column = 0; column < grid.page.columns.size(); ++column) {
            const std::size_t place = row * grid.page.columns.size() + column;
            const double share = place < table.size() ? table[place] : 0;
            const Rect cell = grid.cell(row, column);
            draw_share(grid, cell, share);
            paint(grid, cell, place, fmt::format("lesson/paint/{}/{}", row, column), lesson, commands);
        }
    }
}

}  // namespace

void draw_painting(Ui& ui, Column& column, const State& state, Commands& commands) {
    const LessonState& lesson = state.of<LessonState>();
    const Grid own = grid_in(ui, column, *lesson.page);
    draw_labels(own);
    draw_own(own, lesson, commands);
    column.row(own.height(), 8);
    if (!lesson.revealed)
        column.paragraph(Font::note, ui.theme.dim,
                         "A click fills a cell, a second one half of it, a third one empties it. Dragging paints several.", 8);
    if (!lesson.revealed || !lesson.right) return;
    column.text(Font::note, ui.theme.accent, "computed", 2);
    const Grid computed = grid_in(ui, column, *lesson.page);
    const Numbers right = numbers_in(*lesson.right, "the computed table");
    draw_labels(computed);
    for (std::size_t i = 0; i < right.values.size(); ++i)
        draw_share(computed, computed.cell(i / lesson.page->columns.size(), i % lesson.page->columns.size()), right.values[i]);
    column.row(computed.height(), 8);
}

}  // namespace vitrine
