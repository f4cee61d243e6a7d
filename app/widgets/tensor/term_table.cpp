#include "app/widgets/tensor/term_table.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr float column_gap = 8, narrowest_label = 36, enough_for_label = 60;

/// The columns, with right edges measured from the right end: that of the values, and one for each factor.
struct Columns {
    Font font = Font::mono, strong = Font::mono_strong;
    float value = 0;
    std::vector<float> factors;
    float label = 0;  ///< the largest width of labels
};

Columns columns_in(const Ui& ui, float width, std::span<const TermLine> lines, Font font) {
    std::vector<float> widths;
    float value = 0, before_value = 0;
    for (const TermLine& line : lines) {
        before_value = std::max(before_value, ui.width_of(font, line.sign) + 2 * column_gap);
        if (line.factors.size() > widths.size()) widths.resize(line.factors.size());
        for (std::size_t i = 0; i < line.factors.size(); ++i)
            widths[i] = std::max(widths[i], ui.width_of(font, line.factors[i].text));
        value = std::max(value, ui.width_of(font, line.value));
    }
    const float sign = ui.width_of(font, "×") + column_gap;
    Columns columns{.font = font,
                    .strong = font == Font::mono ? Font::mono_strong : font,
                    .value = width,
                    .factors = std::vector<float>(widths.size()),
                    .label = 0};
    float right = width - (value > 0 ? value + before_value : 0);
    for (std::size_t i = widths.size(); i-- > 0;) {
        columns.factors[i] = right;
        right -= widths[i] + (i > 0 ? sign + column_gap : column_gap);
    }
    columns.label = std::max(0.0f, right);
    return columns;
}

/// Columns in the largest font that leaves room for labels.
Columns columns_of(const Ui& ui, float width, std::span<const TermLine> lines) {
    float widest = 0;
    for (const TermLine& line : lines) widest = std::max(widest, ui.width_of(Font::note_strong, line.label));
    const float wanted = std::clamp(widest, narrowest_label, enough_for_label);
    Columns columns;
    for (const Font font : {Font::mono, Font::mono_small, Font::mono_tiny}) {
        columns = columns_in(ui, width, lines, font);
        if (columns.label >= wanted) break;
    }
    return columns;
}

}  // namespace

namespace {

constexpr TextOptions at_right{.align = Align::right, .vertical = VerticalAlign::middle};

/// The area of a factor, with a little room around it.
Rect factor_area(const Ui& ui, Font font, const TermFactor& factor, float right, float y) {
    return {{right - ui.width_of(font, factor.text) - 3, y + 1}, {right + 3, y + figure_line_height - 1}};
}

void draw_line(Ui& ui, const Rect& area, const TermLine& line, const Columns& columns) {
    const float middle = area.centre().y;
    const Colour label = line.strong ? ui.theme.text : line.unused ? ui.theme.faint : ui.theme.dim;
    if (columns.label >= narrowest_label / 2)
        ui.text({area.min.x, middle}, line.strong ? Font::note_strong : Font::note, label, line.label,
                {.max_width = columns.label, .vertical = VerticalAlign::middle});
    for (std::size_t i = 0; i < line.factors.size(); ++i) {
        const TermFactor& factor = line.factors[i];
        const float edge = area.min.x + columns.factors[i];
        ui.text({edge, middle}, line.strong ? columns.strong : columns.font, line.unused ? ui.theme.faint : factor.colour,
                factor.text, at_right);
        if (i == 0) continue;
        const float before = edge - ui.width_of(columns.font, factor.text) - column_gap;
        ui.text({before, middle}, columns.font, ui.theme.faint, "×", at_right);
    }
    if (line.value.empty()) return;
    ui.text({area.max.x, middle}, columns.font, ui.theme.text, line.value, at_right);
    const float before = area.max.x - ui.width_of(columns.font, line.value) - column_gap;
    ui.text({before, middle}, columns.font, ui.theme.faint, line.sign, at_right);
}

}  // namespace

TermTableOutput term_table(Ui& ui, const Rect& area, std::span<const TermLine> lines) {
    const Columns columns = columns_of(ui, area.width(), lines);
    TermTableOutput output;
    float y = area.min.y;
    for (std::size_t row = 0; row < lines.size(); ++row, y += figure_line_height) {
        for (std::size_t i = 0; i < lines[row].factors.size(); ++i) {
            const TermFactor& factor = lines[row].factors[i];
            if (factor.name.empty()) continue;
            const Rect around = factor_area(ui, columns.font, factor, area.min.x + columns.factors[i], y);
            const Interaction does = ui.control(factor.name, around);
            if (does.hovered) output.hovered = {row, i}, ui.fill(around, mixed(ui.theme.raised, ui.theme.text, 0.12f), 4);
            if (does.clicked) output.clicked = {row, i};
        }
        const Rect whole = rect_at({area.min.x, y}, area.width(), figure_line_height);
        if (ui.sees(whole)) draw_line(ui, whole, lines[row], columns);
    }
    output.bottom = y;
    return output;
}

void figure_line(Ui& ui, const Rect& line, const FigureLine& input) {
    const TextOptions right{.align = Align::right, .vertical = VerticalAlign::middle};
    const Rect number = ui.text({line.max.x, line.centre().y}, input.font, input.colour, input.value, right);
    ui.text({line.min.x, line.centre().y}, Font::note, ui.theme.dim, input.label,
            {.max_width = number.min.x - line.min.x - 8, .vertical = VerticalAlign::middle});
}

}  // namespace vitrine
