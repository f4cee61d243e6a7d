#include "app/widgets/term_table.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr float column_gap = 8, narrowest_label = 36;

/// Where the columns lie, right edges counted from the right end: the values', and each factor's.
struct Columns {
    float value = 0;
    std::vector<float> factors;
    float label = 0;  ///< how wide labels may be
};

Columns columns_of(const Ui& ui, float width, std::span<const TermLine> lines) {
    std::vector<float> widths;
    float value = 0, before_value = 0;
    for (const TermLine& line : lines) {
        before_value = std::max(before_value, ui.width_of(Font::mono, line.sign) + 2 * column_gap);
        if (line.factors.size() > widths.size()) widths.resize(line.factors.size());
        for (std::size_t i = 0; i < line.factors.size(); ++i) {
            widths[i] = std::max(widths[i], ui.width_of(Font::mono, line.factors[i].text));
        }
        value = std::max(value, ui.width_of(Font::mono, line.value));
    }
    const float sign = ui.width_of(Font::mono, "×") + column_gap;
    Columns columns{.value = width, .factors = std::vector<float>(widths.size()), .label = 0};
    float right = width - (value > 0 ? value + before_value : 0);
    for (std::size_t i = widths.size(); i-- > 0;) {
        columns.factors[i] = right;
        right -= widths[i] + (i > 0 ? sign + column_gap : column_gap);
    }
    columns.label = std::max(narrowest_label, right);
    return columns;
}

}  // namespace

TermTableOutput term_table(Ui& ui, const Rect& area, std::span<const TermLine> lines) {
    const Columns columns = columns_of(ui, area.width(), lines);
    TermTableOutput output;
    float y = area.min.y;
    for (std::size_t row = 0; row < lines.size(); ++row, y += figure_line_height) {
        const TermLine& line = lines[row];
        const Rect whole = rect_at({area.min.x, y}, area.width(), figure_line_height);
        if (!ui.sees(whole)) continue;
        const float middle = whole.centre().y;
        ui.text({area.min.x, middle}, line.strong ? Font::note_strong : Font::note, line.strong ? ui.theme.text : ui.theme.dim,
                line.label, {.max_width = columns.label, .vertical = VerticalAlign::middle});
        const TextOptions right{.align = Align::right, .vertical = VerticalAlign::middle};
        for (std::size_t i = 0; i < line.factors.size(); ++i) {
            const TermFactor& factor = line.factors[i];
            const float edge = area.min.x + columns.factors[i];
            const float width = ui.width_of(Font::mono, factor.text);
            const Rect around{{edge - width - 3, y + 1}, {edge + 3, y + figure_line_height - 1}};
            if (!factor.name.empty()) {
                const Interaction does = ui.control(factor.name, around);
                if (does.hovered) output.hovered = {row, i}, ui.fill(around, mixed(ui.theme.raised, ui.theme.text, 0.12f), 4);
                if (does.clicked) output.clicked = {row, i};
            }
            ui.text({edge, middle}, line.strong ? Font::mono_strong : Font::mono, factor.colour, factor.text, right);
            if (i > 0) ui.text({edge - width - column_gap, middle}, Font::mono, ui.theme.faint, "×", right);
        }
        if (line.value.empty()) continue;
        ui.text({area.max.x, middle}, Font::mono, ui.theme.text, line.value, right);
        ui.text({area.max.x - ui.width_of(Font::mono, line.value) - column_gap, middle}, Font::mono, ui.theme.faint, line.sign,
                right);
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
