#include "app/widgets/legend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/number.h"

namespace vitrine {

namespace {

/// The colours of a sequential scale in a bar. Their curve is approximated by straight pieces.
void draw_sequence(Ui& ui, const Rect& bar, const HeatmapStyle& style) {
    const int pieces = style.curve == 1 ? 1 : 24;
    const auto at = [&](int piece) { return static_cast<float>(piece) / static_cast<float>(pieces); };
    const auto colour = [&](float share) { return cell_colour(style.low + share * (style.high - style.low), false, style); };
    for (int i = 0; i < pieces; ++i) {
        const Colour left = colour(at(i)), right = colour(at(i + 1));
        ui.list.AddRectFilledAcross({bar.min.x + at(i) * bar.width(), bar.min.y}, {bar.min.x + at(i + 1) * bar.width(), bar.max.y},
                                    left, right);
    }
}

/// No number is divided by a limit this small: it only prevents a division by 0.
constexpr float no_limit = 1e-29f;

}  // namespace

void legend(Ui& ui, const Rect& area, const HeatmapStyle& style) {
    const bool diverging = style.scale == HeatmapStyle::Scale::diverging;
    const float low = diverging ? -style.limit : style.low, high = diverging ? style.limit : style.high;
    const Rect bar = rect_at(area.min, area.width(), 8);
    const float middle = bar.centre().x;
    const bool only_zero = std::max(std::abs(low), std::abs(high)) < no_limit;
    if (only_zero) {
        ui.fill(bar, diverging ? style.zero : cell_colour(0, false, style));
    } else if (diverging) {
        ui.list.AddRectFilledAcross(bar.min, {middle, bar.max.y}, style.minus, style.zero);
        ui.list.AddRectFilledAcross({middle, bar.min.y}, bar.max, style.zero, style.plus);
    } else {
        draw_sequence(ui, bar, style);
    }
    ui.frame(bar, ui.theme.line);
    const float y = bar.max.y + 4;
    const auto written = [&](float value) {
        if (diverging) return signed_number(value, ElementType::scalar);
        return value == std::round(value) ? fmt::format("{:g}", value) : plain_number(value);
    };
    if (diverging || only_zero) ui.text({middle, y}, Font::mono_small, ui.theme.dim, "0", {.align = Align::centre});
    if (only_zero) return;
    ui.text({bar.min.x, y}, Font::mono_small, ui.theme.dim, written(low));
    ui.text({bar.max.x, y}, Font::mono_small, ui.theme.dim, written(high), {.align = Align::right});
}

Rect legend(Ui& ui, Column& column, float widest, const HeatmapStyle& style) {
    const Rect area = rect_at(column.row(legend_height).min, std::min(column.width(), widest), legend_height);
    legend(ui, area, style);
    return area;
}

}  // namespace vitrine
