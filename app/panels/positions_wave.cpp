/// One feature along the positions, and how alike the chosen position is to the others, as curves.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/positions_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/wave.h"

namespace vitrine {

namespace {

constexpr float plot_height = 150;

/// A title, and a remark where there is room for it.
float draw_curve_title(Ui& ui, const PositionsColumn& column, float y, const std::string& title, const std::string& remark) {
    const Rect written = ui.text({column.left, y}, Font::body_strong, ui.theme.text, title, {.max_width = column.width()});
    const float room = column.right - written.max.x - 12;
    if (ui.width_of(Font::note, remark) <= room) {
        ui.text({written.max.x + 12, written.centre().y}, Font::note, ui.theme.dim, remark, {.vertical = VerticalAlign::middle});
        return y + 24;
    }
    return ui.paragraph({column.left, y + 20}, Font::note, ui.theme.dim, remark, {.width = column.width()}).max.y + 8;
}

using Points = std::vector<WavePoint>;

/// The formula, between positions as well.
Points curve_of(const PositionWave& wave, Size positions, float width) {
    Points points;
    const double from = -0.5, to = static_cast<double>(positions) - 0.5;
    const int samples = std::max(2, static_cast<int>(width));
    for (int i = 0; i <= samples; ++i) {
        const double at = from + (to - from) * i / samples;
        points.push_back({at, wave.at(at)});
    }
    return points;
}

/// The numbers of one feature.
Points column_of(const PositionTable& table, Size feature) {
    Points points;
    for (Size p = 0; p < table.encoding.size(0); ++p)
        points.push_back({static_cast<double>(p), static_cast<double>(table.encoding.at({p, feature}))});
    return points;
}

/// Dots in the colours that their cells have.
void add_dots(std::vector<WaveDot>& dots, const Points& points, const HeatmapStyle& style) {
    for (const WavePoint& point : points) dots.push_back({point, cell_colour(point.value, false, style)});
}

std::string feature_name(const PositionWave& wave) {
    return fmt::format("feature {}, {}", wave.feature, wave.is_sine() ? "sine" : "cosine");
}

/// "Features 2 and 3 repeat every 11.2 positions, features 6 and 7 every 35.3."
std::string neighbours_text(const PositionWave& wave) {
    const auto pair = [&](Size even) {
        const PositionWave other{even, wave.width};
        return (other.partner() ? fmt::format("features {} and {}", even, even + 1) : fmt::format("feature {}", even)) +
               fmt::format(" every {}", wavelength_text(other.wavelength()));
    };
    std::string text;
    if (wave.even() >= 2) text = pair(wave.even() - 2);
    if (wave.even() + 2 < wave.width) text += (text.empty() ? "" : ", ") + pair(wave.even() + 2);
    if (text.empty()) return text;
    text.front() = 'F';
    return " " + text + ".";
}

std::string wave_text(const PositionsDesk& desk) {
    const PositionWave wave = desk.wave();
    const bool sinusoidal = desk.view().shows(PositionKind::sinusoidal), learned = desk.view().shows(PositionKind::learned);
    std::string text;
    if (sinusoidal) {
        text = fmt::format("{}(position / 10000^({}/{})) repeats every {} positions.", wave.is_sine() ? "sin" : "cos", wave.even(),
                           wave.width, wavelength_text(wave.wavelength()));
        if (!learned) text += neighbours_text(wave);
    }
    if (learned) text += std::string(sinusoidal ? " " : "") + "Learned are whole positions alone: between the dots is nothing.";
    return text;
}

/// What the chosen position has there.
void note_wave(Ui& ui, int position, const PositionsDesk& desk) {
    const Size feature = desk.view().feature;
    std::vector<std::string> lines{fmt::format("{}, feature {}", position_words(position, desk), feature)};
    for (const PositionKind kind : desk.kinds) {
        const auto value = static_cast<double>(desk.table(kind)->encoding.at({position, feature}));
        lines.push_back(fmt::format("{}  {}", encoding_title(kind), signed_number(value, ElementType::scalar)));
        lines.push_back(origin_text(kind, position, feature, desk));
    }
    ui.note(lines);
}

/// The lines and dots of the chosen feature. The points must stay where they are.
struct WaveDrawing {
    Points curve, partner, sines, numbers;
    std::vector<WaveLine> lines;
    std::vector<WaveDot> dots;
    double largest = 1;
};

void add_sinusoidal(WaveDrawing& drawing, float width, const Ui& ui, const PositionsDesk& desk) {
    const PositionWave wave = desk.wave();
    const auto table = desk.table(PositionKind::sinusoidal);
    const bool alone = desk.kinds.size() == 1;
    drawing.curve = curve_of(wave, desk.positions, width);
    if (const auto partner = wave.partner(); partner && alone) {
        const PositionWave other{*partner, desk.width};
        drawing.partner = curve_of(other, desk.positions, width);
        drawing.lines.push_back({feature_name(other), drawing.partner, faded(ui.theme.faint, 0.55f), 1});
    }
    drawing.lines.push_back({alone ? feature_name(wave) : "sinusoidal", drawing.curve, ui.theme.dim, 1.75f});
    drawing.sines = column_of(*table, wave.feature);
    add_dots(drawing.dots, drawing.sines, value_style(ui.theme, static_cast<float>(table->largest)));
    std::rotate(drawing.lines.begin(), drawing.lines.end() - 1, drawing.lines.end());  // it is named first
}

void add_learned(WaveDrawing& drawing, const Ui& ui, const PositionsDesk& desk) {
    const auto table = desk.table(PositionKind::learned);
    drawing.numbers = column_of(*table, desk.view().feature);
    drawing.lines.push_back({desk.kinds.size() == 1 ? "" : "learned", drawing.numbers, faded(ui.theme.faint, 0.8f), 1});
    add_dots(drawing.dots, drawing.numbers, value_style(ui.theme, static_cast<float>(table->largest)));
    for (const WavePoint& point : drawing.numbers) {
        if (std::isfinite(point.value)) drawing.largest = std::max(drawing.largest, std::abs(point.value));
    }
}

}  // namespace

float draw_position_wave(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    y = draw_curve_title(ui, column, y, fmt::format("Feature {}", desk.view().feature), "one column, along the positions");
    WaveDrawing drawing;
    if (desk.view().shows(PositionKind::sinusoidal)) add_sinusoidal(drawing, column.width(), ui, desk);
    if (desk.view().shows(PositionKind::learned)) add_learned(drawing, ui, desk);
    const double limit = drawing.largest <= 1 ? 1 : range_from_zero(drawing.largest).high;
    const WaveInput input{.name = "positions/wave",
                          .lines = drawing.lines,
                          .dots = drawing.dots,
                          .vertical = {-limit, limit},
                          .horizontal = {-0.5, static_cast<double>(desk.positions) - 0.5},
                          .horizontal_title = "position",
                          .marked = static_cast<int>(desk.view().position),
                          .outline = ui.theme.dim};
    const WaveOutput output = wave(ui, rect_at({column.left, y}, column.width(), plot_height), input);
    if (output.hovered) note_wave(ui, *output.hovered, desk);
    if (output.clicked) desk.commands.push_back(ChoosePosition{*output.clicked, desk.view().feature});
    y += plot_height + 8;
    return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, wave_text(desk), {.width = column.width()}).max.y + 18;
}

namespace {

/// One row of the similarities, by how far the other position is away.
struct Distances {
    Points curve, dots;  ///< the formula, where there is one, and the numbers
};

Distances distances_of(PositionKind kind, const PositionsDesk& desk) {
    const auto table = desk.table(kind);
    const Tensor& similarity = chosen_similarity(*table, desk);
    const Size position = desk.view().position;
    Distances distances;
    for (Size q = 0; q < desk.positions; ++q)
        distances.dots.push_back({static_cast<double>(q - position), static_cast<double>(similarity.at({position, q}))});
    if (table->by_distance.empty()) return distances;
    const double scale = desk.cosine() ? 1 / table->by_distance.front() : 1;  // both rows are √(D/2) long
    const Size first = -position * distances_per_position, last = (desk.positions - 1 - position) * distances_per_position;
    for (Size i = first; i <= last; ++i) {
        distances.curve.push_back(
            {static_cast<double>(i) / distances_per_position, scale * table->by_distance[static_cast<std::size_t>(std::abs(i))]});
    }
    return distances;
}

/// From the lowest, or 0, to the highest finite number.
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

void note_distance(Ui& ui, Size k, const PositionsDesk& desk) {
    const Size position = desk.view().position, other = position + k;
    std::vector<std::string> lines{fmt::format("{}, {}", position_words(other, desk), distance_words(k))};
    for (const PositionKind kind : desk.kinds) {
        const auto value = static_cast<double>(chosen_similarity(*desk.table(kind), desk).at({position, other}));
        lines.push_back(
            fmt::format("{}: {} {}", encoding_title(kind), similarity_name(desk), signed_number(value, ElementType::scalar)));
    }
    ui.note(lines);
}

std::string distances_text(const PositionsDesk& desk) {
    if (!desk.view().shows(PositionKind::sinusoidal)) return "";
    if (desk.width % 2 != 0) return "With an odd number of features the last sine has no partner, so the place matters a little.";
    return desk.cosine() ? "The same curve for every place: Σ cos(k·ω) over the pairs of features, divided by their number."
                         : "The same curve for every place: Σ cos(k·ω) over the pairs of features.";
}

}  // namespace

float draw_position_distances(Ui& ui, const PositionsColumn& column, float y, const PositionsDesk& desk) {
    const Size position = desk.view().position;
    y = draw_curve_title(ui, column, y, fmt::format("{} by distance k", desk.cosine() ? "Cosine" : "Dot product"),
                         "from " + position_words(position, desk));
    std::vector<Distances> all;
    for (const PositionKind kind : desk.kinds) all.push_back(distances_of(kind, desk));
    std::vector<WaveLine> lines;
    std::vector<WaveDot> dots;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool curved = !all[i].curve.empty();
        const std::string label = all.size() > 1 ? encoding_title(desk.kinds[i]) : "";
        lines.push_back(
            {label, curved ? all[i].curve : all[i].dots, curved ? ui.theme.dim : faded(ui.theme.faint, 0.8f), curved ? 1.75f : 1});
        const HeatmapStyle style =
            value_style(ui.theme, desk.cosine() ? 1 : static_cast<float>(desk.table(desk.kinds[i])->largest_product));
        add_dots(dots, all[i].dots, style);
    }
    const WaveInput input{
        .name = "positions/distances",
        .lines = lines,
        .dots = dots,
        .vertical = range_of(all),
        .horizontal = {-static_cast<double>(position) - 0.5, static_cast<double>(desk.positions - position) - 0.5},
        .horizontal_title = "k",
        .marked = static_cast<int>(desk.view().other - position),
        .outline = ui.theme.dim};
    const WaveOutput output = wave(ui, rect_at({column.left, y}, column.width(), plot_height), input);
    if (output.hovered) note_distance(ui, *output.hovered, desk);
    if (output.clicked) desk.commands.push_back(ChoosePositionPair{position, position + *output.clicked});
    y += plot_height + 8;
    const std::string text = distances_text(desk);
    if (text.empty()) return y + 10;
    return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, text, {.width = column.width()}).max.y + 18;
}

}  // namespace vitrine
