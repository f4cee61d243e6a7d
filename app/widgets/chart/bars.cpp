#include "app/widgets/chart/bars.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr float thickness = 8, gap = 3, number_gap = 8;

/// The width of a column of numbers, the same for all bars.
float number_width(const Ui& ui, std::span<const Bar> bars) {
    float width = ui.width_of(Font::mono_small, "0.000");
    for (const Bar& bar : bars) width = std::max(width, ui.width_of(Font::mono_small, bar.text));
    return width;
}

void draw_bar(Ui& ui, const Rect& whole, const Bar& bar, bool track) {
    if (track) ui.fill(whole, ui.theme.line, thickness / 2);
    const float length = whole.width() * static_cast<float>(std::clamp(bar.share, 0.0, 1.0));
    constexpr float least = 2;  // what is not 0 must be visible
    if (bar.share > 0) ui.fill({whole.min, {whole.min.x + std::max(length, least), whole.max.y}}, bar.colour, thickness / 2);
}

}  // namespace

float bar_row_height(std::size_t bars) { return bars > 1 ? 30 : 26; }

Interaction bar_row(Ui& ui, ImVec2 corner, float width, const BarRow& row) {
    const Rect area = rect_at(corner, width, bar_row_height(row.bars.size()));
    const Interaction does = row.answers ? ui.control(row.name, area) : ui.place(row.name, area);
    const float middle = area.centre().y, column = number_width(ui, row.bars) + number_gap;
    const Colour colour = row.strong || does.hovered ? ui.theme.text : ui.theme.dim;
    ui.text({area.min.x, middle}, row.strong ? Font::note_strong : Font::note, colour, row.label,
            {.max_width = row.label_width - 8, .vertical = VerticalAlign::middle});
    const auto count = static_cast<float>(row.bars.size());
    const float left = area.min.x + row.label_width, right = area.max.x - column * count;
    float y = middle - (count * thickness + (count - 1) * gap) / 2;
    const Rect first = {{left, y}, {right, y + thickness}};
    for (std::size_t i = 0; i < row.bars.size(); ++i) {
        draw_bar(ui, {{left, y}, {right, y + thickness}}, row.bars[i], row.track);
        y += thickness + gap;
        ui.text({right + column * static_cast<float>(i + 1), middle}, Font::mono_small, colour, row.bars[i].text,
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    if (row.mark) {
        const float x = first.min.x + first.width() * static_cast<float>(std::clamp(*row.mark, 0.0, 1.0));
        ui.fill({{x - 1, first.min.y - 3}, {x + 1, y - gap + 3}}, ui.theme.text);
    }
    return does;
}

}  // namespace vitrine
