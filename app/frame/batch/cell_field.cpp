#include <algorithm>

#include "app/base/command.h"
#include "app/frame/batch/batch.h"
#include "app/panel/open_field.h"
#include "app/run/request.h"
#include "app/state/state.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/floating.h"

namespace vitrine {

namespace {

constexpr float width = 232, field_padding = 8, remark_height = 16;

/// Where the cell is on the screen: of several pictures of its tensor, in the one with the largest cells.
std::optional<Rect> cell_on_screen(const Ui& ui, const TypedCell& cell) {
    std::optional<Rect> largest;
    for (const Anchor& anchor : ui.so_far().anchors) {
        if (!anchor.cells || anchor.visible.empty() || !anchor.name.ends_with("/" + cell.path)) continue;
        const auto place = place_of(*anchor.cells, cell.cell);
        if (!place) continue;
        const Rect there = anchor.cell_layout.cell(place->row, place->column);
        if (!there.intersection(anchor.visible).empty() && (!largest || there.width() > largest->width())) largest = there;
    }
    return largest;
}

/// Below the cell, or above it if there is no room; in the middle of the window if the cell is not visible.
Rect box_beside(const std::optional<Rect>& cell, const Rect& area, float height) {
    if (!cell) return rect_at({area.centre().x - width / 2, area.centre().y - height / 2}, width, height);
    constexpr float gap = 8;
    const bool above = cell->max.y + gap + height > area.max.y;
    const float x = std::clamp(cell->centre().x - width / 2, area.min.x + 4, std::max(area.min.x + 4, area.max.x - width - 4));
    return rect_at({x, above ? std::max(area.min.y, cell->min.y - gap - height) : cell->max.y + gap}, width, height);
}

std::string hint_of(const State& state, const TypedCell& cell) {
    switch (state.run->find(cell.path).type) {
        case ElementType::index:
            return "A token or its id. Enter sets it, Escape cancels.";
        case ElementType::mask:
            return "1 lets the query attend to the key, 0 hides it. Enter sets it, Escape cancels.";
        default:
            return "A number, nan or inf. Enter sets it, Escape cancels.";
    }
}

}  // namespace

void draw_cell_field(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const auto* cell = state.field ? std::get_if<TypedCell>(&state.field->what) : nullptr;
    if (!cell) return;
    const bool wrong = !state.field->problem.empty();
    const std::string words = wrong ? state.field->problem : hint_of(state, *cell);
    const auto lines = wrapped(ui.fonts, Font::label, words, width - 2 * field_padding);
    const float height = 3 * field_padding + metrics::control + remark_height * static_cast<float>(lines.size());
    const auto there = cell_on_screen(ui, *cell);
    const Rect box = box_beside(there, area, height);
    begin_floating_box(ui, "field/box", box, {.radius = metrics::radius_large});
    Column column = column_in(ui, box, field_padding, field_padding);
    draw_open_field(ui, column.row(metrics::control, field_padding), {}, state, commands);
    column.paragraph(Font::label, wrong ? ui.theme.error : ui.theme.dim, words);
    ui.end_floating();
    ui.note({});  // no note at the pointer, which would cover the field
}

}  // namespace vitrine
