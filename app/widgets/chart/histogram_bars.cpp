#include "app/widgets/chart/histogram_bars.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float colours_height = 6, numbers_height = 18;

/// Converts a number to its horizontal position.
struct Across {
    const HistogramBars& input;
    const Rect& bars;

    float operator()(double value) const {
        const double width = input.high - input.low;
        const double along = width > 0 ? (value - input.low) / width : 0.5;
        return bars.min.x + bars.width() * static_cast<float>(std::clamp(along, 0.0, 1.0));
    }
};

Rect column_of(const HistogramBars& input, const Rect& bars, std::size_t bin) {
    constexpr float alone = 12;  // used if all numbers are equal
    if (!(input.high > input.low)) return {{bars.centre().x - alone / 2, bars.min.y}, {bars.centre().x + alone / 2, bars.max.y}};
    const float pitch = bars.width() / static_cast<float>(input.counts.size());
    const float left = bars.min.x + pitch * static_cast<float>(bin);
    return {{left, bars.min.y}, {left + pitch, bars.max.y}};
}

void draw_bin(Ui& ui, const HistogramBars& input, const Rect& column, std::size_t bin, bool pointed) {
    const auto highest = static_cast<float>(*std::max_element(input.counts.begin(), input.counts.end()));
    const float gap = column.width() > 4 ? 1.0f : 0.0f;
    if (input.counts[bin] > 0) {
        // What is not 0 must be visible.
        const float height = std::max(1.5f, column.height() * static_cast<float>(input.counts[bin]) / highest);
        ui.fill({{column.min.x, column.max.y - height}, {column.max.x - gap, column.max.y}},
                pointed ? ui.theme.text : mixed(ui.theme.dim, ui.theme.canvas, 0.25f));
    }
    if (!input.style) return;
    const double value =
        input.low + (input.high - input.low) * (static_cast<double>(bin) + 0.5) / static_cast<double>(input.counts.size());
    ui.fill(rect_at({column.min.x, column.max.y + 2}, column.width(), colours_height), cell_colour(value, false, *input.style));
}

void draw_ends(Ui& ui, const HistogramBars& input, const Rect& bars, float y) {
    if (!(input.high > input.low)) {
        ui.text({bars.centre().x, y}, Font::mono_small, ui.theme.dim, plain_number(input.low), {.align = Align::centre});
        return;
    }
    const Rect low = ui.text({bars.min.x, y}, Font::mono_small, ui.theme.dim, plain_number(input.low));
    const Rect high = ui.text({bars.max.x, y}, Font::mono_small, ui.theme.dim, plain_number(input.high), {.align = Align::right});
    if (!(input.low < 0 && input.high > 0)) return;
    const float x = Across{input, bars}(0);
    ui.fill({{x - 0.5f, bars.max.y}, {x + 0.5f, bars.max.y + 2 + colours_height + 3}}, ui.theme.dim);
    constexpr float room = 12;
    if (x > low.max.x + room && x < high.min.x - room)
        ui.text({x, y}, Font::mono_small, ui.theme.dim, "0", {.align = Align::centre});
}

}  // namespace

std::optional<std::size_t> histogram_bars(Ui& ui, const Rect& area, const HistogramBars& input) {
    const Rect bars{area.min, {area.max.x, area.max.y - numbers_height - colours_height - 2}};
    const Interaction does = ui.place(input.name, area);
    if (input.counts.empty()) return std::nullopt;
    std::optional<std::size_t> pointed;
    if (does.hovered) {
        const float along = (ui.pointer().position.x - bars.min.x) / bars.width() * static_cast<float>(input.counts.size());
        pointed = static_cast<std::size_t>(std::clamp(static_cast<int>(along), 0, static_cast<int>(input.counts.size()) - 1));
    }
    for (std::size_t bin = 0; bin < input.counts.size(); ++bin)
        draw_bin(ui, input, column_of(input, bars, bin), bin, pointed == bin);
    ui.fill({{bars.min.x, bars.max.y}, {bars.max.x, bars.max.y + 1}}, ui.theme.line);
    if (input.style) ui.frame(rect_at({bars.min.x, bars.max.y + 2}, bars.width(), colours_height), ui.theme.line);
    draw_ends(ui, input, bars, bars.max.y + colours_height + 5);
    if (input.marked && std::isfinite(*input.marked)) {
        const float x = Across{input, bars}(*input.marked);
        ui.fill({{x - 1, bars.min.y}, {x + 1, bars.max.y + 2 + colours_height}}, ui.theme.accent);
    }
    return pointed;
}

}  // namespace vitrine
