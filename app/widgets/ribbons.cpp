#include "app/widgets/ribbons.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace vitrine {

namespace {

/// The left and right edges of a ribbon at its two ends.
struct Ends {
    float upper = 0, lower = 0;  ///< left edges
    float width = 0;
};

/// Sets the edges at one end of all ribbons: those at the same word lie side by side around its middle.
void place_ends(const RibbonsInput& input, std::span<const float> middles, std::size_t Ribbon::*here, std::size_t Ribbon::*there,
                float Ends::*edge, std::vector<Ends>& ends) {
    std::vector<std::size_t> order(input.ribbons.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return input.ribbons[i].*there; });
    std::vector<float> next(middles.begin(), middles.end());
    for (const Ribbon& ribbon : input.ribbons) next[ribbon.*here] -= static_cast<float>(ribbon.share) * input.width / 2;
    for (const std::size_t i : order) {
        float& at = next[input.ribbons[i].*here];
        ends[i].*edge = at;
        at += ends[i].width;
    }
}

constexpr std::size_t row_count = 33;

/// The ribbon leaves both words straight, and swings from one to the other between them.
std::array<RibbonRow, row_count> rows_of(const Rect& area, const Ends& ends, const Ribbon& ribbon, const RibbonsInput& input) {
    constexpr float thinnest = 1;
    std::array<RibbonRow, row_count> rows{};
    const float width = std::max(ends.width, thinnest), faint = std::min(1.0f, 0.35f + ends.width);
    for (std::size_t i = 0; i < row_count; ++i) {
        const float along = ribbon.drawn * static_cast<float>(i) / static_cast<float>(row_count - 1);
        const float swing = along * along * (3 - 2 * along);
        const float left = ends.upper + (ends.lower - ends.upper) * swing;
        const Colour colour = mixed(input.upper_colour, input.lower_colour, along);
        rows[i] = {area.min.y + area.height() * along, left, left + width, faded(colour, ribbon.light * faint)};
    }
    return rows;
}

bool holds(std::span<const RibbonRow> rows, ImVec2 point) {
    constexpr float reach = 3;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (point.y >= rows[i - 1].y && point.y < rows[i].y)
            return point.x >= rows[i].left - reach && point.x < rows[i].right + reach;
    }
    return false;
}

}  // namespace

std::optional<std::size_t> draw_ribbons(Ui& ui, const Rect& area, const RibbonsInput& input) {
    std::vector<Ends> ends(input.ribbons.size());
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i].width = static_cast<float>(input.ribbons[i].share) * input.width;
    place_ends(input, input.upper, &Ribbon::upper, &Ribbon::lower, &Ends::upper, ends);
    place_ends(input, input.lower, &Ribbon::lower, &Ribbon::upper, &Ends::lower, ends);
    std::vector<std::size_t> order(ends.size());  // what stands out lies above the rest
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return input.ribbons[i].light; });
    std::optional<std::size_t> hovered;
    for (const std::size_t i : order) {
        const auto rows = rows_of(area, ends[i], input.ribbons[i], input);
        ui.list.AddRibbon(rows);
        if (holds(rows, ui.pointer().position)) hovered = i;
    }
    return hovered;
}

}  // namespace vitrine
