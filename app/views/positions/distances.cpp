/// Draws how similar the chosen position is to the others, as a curve.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/positions/commands.h"
#include "app/views/positions/curves.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

/// One row of similarities, by the distance of the other position.
struct Distances {
    Points curve, dots;  ///< curve: from the formula, if the encoding has one; dots: from the numbers
};

Distances distances_of(PositionKind kind, const PositionsScene& scene) {
    const auto table = scene.table(kind);
    const Tensor& similarity = chosen_similarity(*table, scene);
    const Size position = scene.view().position;
    Distances distances;
    for (Size q = 0; q < scene.positions; ++q)
        distances.dots.push_back({static_cast<double>(q - position), static_cast<double>(similarity.at({position, q}))});
    if (table->by_distance.empty()) return distances;
    const double scale = scene.cosine() ? 1 / table->by_distance.front() : 1;  // both rows have length √(D/2)
    const Size first = -position * distances_per_position, last = (scene.positions - 1 - position) * distances_per_position;
    for (Size i = first; i <= last; ++i) {
        distances.curve.push_back(
            {static_cast<double>(i) / distances_per_position, scale * table->by_distance[static_cast<std::size_t>(std::abs(i))]});
    }
    return distances;
}

/// The range from the lowest finite number, or 0, to the highest.
AxisRange range_of(const std::vector<Distances>& all) {
    double low = 0, high = 0;
    for (const Distances& one : all) {
        for (const WavePoint& point : one.dots) {
            if (std::isfinite(point.value)) low = std::min(low, point.value), high = std::max(high, point.value);
        }
    }
    const double top = high > 0 ? range_from_zero(high).high : 0, bottom = low < 0 ? -range_from_zero(-low).high : 0;
    return top > bottom ? AxisRange{bottom, top} : AxisRange{0, 1};
}

std::string distance_words(Size k) {
    if (k == 0) return "itself";
    return fmt::format("{} {}", std::abs(k), k < 0 ? "before it" : "after it");
}

void note_distance(Ui& ui, Size k, const PositionsScene& scene) {
    const Size position = scene.view().position, other = position + k;
    std::vector<std::string> lines{fmt::format("{}, {}", position_note(other, scene), distance_words(k))};
    for (const PositionKind kind : scene.kinds) {
        const auto value = static_cast<double>(chosen_similarity(*scene.table(kind), scene).at({position, other}));
        lines.push_back(
            fmt::format("{}: {} {}", encoding_title(kind), similarity_name(scene), signed_number(value, ElementType::scalar)));
    }
    ui.note(lines);
}

}  // namespace

void draw_position_distances(Ui& ui, Column& column, const PositionsScene& scene) {
    const Size position = scene.view().position;
    draw_curve_title(ui, column, fmt::format("{} by distance k", scene.cosine() ? "Cosine" : "Dot product"),
                     "from " + position_words(position, scene));
    std::vector<Distances> all;
    for (const PositionKind kind : scene.kinds) all.push_back(distances_of(kind, scene));
    std::vector<WaveLine> lines;
    std::vector<WaveDot> dots;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool curved = !all[i].curve.empty();
        const char* name = scene.kinds[i] == PositionKind::learned ? "learned" : "sinusoidal";
        const std::string label = all.size() > 1 ? name : "";
        lines.push_back(
            {label, curved ? all[i].curve : all[i].dots, curved ? ui.theme.dim : faded(ui.theme.faint, 0.8f), curved ? 1.75f : 1});
        const HeatmapStyle style =
            value_style(ui.theme, scene.cosine() ? 1 : static_cast<float>(scene.table(scene.kinds[i])->largest_product));
        add_dots(dots, all[i].dots, style);
    }
    const WaveInput input{
        .name = "positions/distances",
        .lines = lines,
        .dots = dots,
        .vertical = range_of(all),
        .horizontal = {-static_cast<double>(position) - 0.5, static_cast<double>(scene.positions - position) - 0.5},
        .horizontal_title = "k",
        .marked = static_cast<int>(scene.view().other - position),
        .outline = ui.theme.dim};
    const WaveOutput output = wave(ui, column.row(curve_height, 8), input);
    if (output.hovered) note_distance(ui, *output.hovered, scene);
    if (output.clicked) scene.commands.push_back(ChoosePositionPair{position, position + *output.clicked});
    if (const std::string text = distances_text(scene); !text.empty()) column.paragraph(Font::note, ui.theme.dim, text, 8);
    column.gap(10);
}

}  // namespace vitrine
