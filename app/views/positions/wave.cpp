/// One feature along the positions, as a curve.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/positions/commands.h"
#include "app/views/positions/curves.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

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

std::string feature_name(const PositionWave& wave, const PositionsScene& scene) {
    return fmt::format("dimension {}, {}", scene.from_turn(wave.feature), wave.is_sine() ? "sine" : "cosine");
}

/// What the chosen position has there.
void note_wave(Ui& ui, int position, const PositionsScene& scene) {
    const Size feature = scene.view().feature;
    std::vector<std::string> lines{fmt::format("{}, dimension {}", position_note(position, scene), feature)};
    for (const PositionKind kind : scene.kinds) {
        const auto value = static_cast<double>(scene.table(kind)->encoding.at({position, feature}));
        lines.push_back(fmt::format("{}  {}", encoding_title(kind), signed_number(value, ElementType::scalar)));
        lines.push_back(origin_text(kind, position, feature, scene));
    }
    ui.note(lines);
}

/// The lines and dots of the chosen feature. The points must stay where they are.
struct WaveDrawing {
    Points curve, partner, sines, numbers;
    std::vector<WaveLine> lines;
    std::vector<WaveDot> dots;
    double largest = 0;
};

/// Every dot has room, also that of a number set by hand.
void add_to_range(const Points& points, WaveDrawing& drawing) {
    for (const WavePoint& point : points) {
        if (std::isfinite(point.value)) drawing.largest = std::max(drawing.largest, std::abs(point.value));
    }
}

void add_sinusoidal(WaveDrawing& drawing, float width, const Ui& ui, const PositionsScene& scene) {
    const PositionWave wave = scene.wave();
    const auto table = scene.table(scene.waves());
    const bool alone = scene.kinds.size() == 1;
    drawing.curve = curve_of(wave, scene.positions, width);
    drawing.largest = 1;
    if (const auto partner = wave.partner(); partner && alone) {
        const PositionWave other{*partner, scene.width};
        drawing.partner = curve_of(other, scene.positions, width);
        drawing.lines.push_back({feature_name(other, scene), drawing.partner, faded(ui.theme.faint, 0.55f), 1});
    }
    drawing.lines.push_back({alone ? feature_name(wave, scene) : "sinusoidal", drawing.curve, ui.theme.dim, 1.75f});
    drawing.sines = column_of(*table, scene.view().feature);
    add_to_range(drawing.sines, drawing);
    add_dots(drawing.dots, drawing.sines, value_style(ui.theme, static_cast<float>(table->largest)));
    std::rotate(drawing.lines.begin(), drawing.lines.end() - 1, drawing.lines.end());  // it is named first
}

void add_learned(WaveDrawing& drawing, const Ui& ui, const PositionsScene& scene) {
    const auto table = scene.table(PositionKind::learned);
    drawing.numbers = column_of(*table, scene.view().feature);
    drawing.lines.push_back({scene.kinds.size() == 1 ? "" : "learned", drawing.numbers, faded(ui.theme.faint, 0.8f), 1});
    add_dots(drawing.dots, drawing.numbers, value_style(ui.theme, static_cast<float>(table->largest)));
    add_to_range(drawing.numbers, drawing);
}

}  // namespace

void draw_position_wave(Ui& ui, Column& column, const PositionsScene& scene) {
    draw_curve_title(ui, column, fmt::format("Dimension {}", scene.view().feature), "its value at every position");
    WaveDrawing drawing;
    if (scene.view().shows(scene.waves())) add_sinusoidal(drawing, column.width(), ui, scene);
    if (scene.view().shows(PositionKind::learned)) add_learned(drawing, ui, scene);
    const double limit = drawing.largest > 0 ? range_from_zero(drawing.largest).high : 1;
    const WaveInput input{.name = "positions/wave",
                          .lines = drawing.lines,
                          .dots = drawing.dots,
                          .vertical = {-limit, limit},
                          .horizontal = {-0.5, static_cast<double>(scene.positions) - 0.5},
                          .horizontal_title = "position",
                          .marked = static_cast<int>(scene.view().position),
                          .outline = ui.theme.dim};
    const WaveOutput output = wave(ui, column.row(curve_height, 8), input);
    if (output.hovered) note_wave(ui, *output.hovered, scene);
    if (output.clicked) scene.commands.push_back(ChoosePosition{*output.clicked, scene.view().feature});

    column.paragraph(Font::note, ui.theme.dim, wave_text(scene), 18);
}

}  // namespace vitrine
