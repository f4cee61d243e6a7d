/// Draws how many positions each pair of features needs for a full turn. Short wavelengths distinguish neighbours, long ones
/// distant places.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/views/positions/commands.h"
#include "app/views/positions/placed.h"

namespace vitrine {

namespace {

/// A logarithmic axis from one position to the longest wavelength.
struct WaveAxis {
    float left, width;
    double longest;

    float at(double wavelength) const {
        return left + width * static_cast<float>(std::log10(std::max(1.0, wavelength)) / std::log10(longest));
    }
};

double wavelength_of(double frequency) { return 2 * std::numbers::pi / frequency; }

/// What Llama 3's scaling does with a pair: nothing, the whole factor, or something in between.
std::string scaling_words(double plain, double scaled, double factor) {
    if (plain == scaled) return "stays";
    const double slower = plain / scaled;
    return std::abs(slower - factor) < 1e-9 * factor ? fmt::format("{:g} times slower", factor)
                                                     : fmt::format("{:.3g} times slower", slower);
}

void draw_axis(Ui& ui, const Rect& line, const WaveAxis& axis) {
    for (double power = 1; power <= axis.longest; power *= 10) {
        const float x = std::round(axis.at(power));
        ui.text({x, line.min.y}, Font::label, ui.theme.faint, fmt::format("{:g}", power), {.align = Align::centre});
    }
}

}  // namespace

void draw_turn_wavelengths(Ui& ui, Column& column, const PlacedScene& scene) {
    const std::vector<double>& turned = scene.turn.frequencies;
    const auto& scaling = scene.rotation.scaling;
    const bool scaled = scaling.has_value();
    const Size width = 2 * scene.turn.pair_count();
    const std::vector<double> plain = rotary_turn({.base = scene.rotation.base}, width).frequencies;
    column.heading("Full rotations", "positions that each pair takes for one", Shorten::end);
    const float top = column.y, names = 52, numbers = scaled ? 190 : 74;
    WaveAxis axis{column.left + names, column.width() - names - numbers, 10};
    for (const double frequency : turned) axis.longest = std::max(axis.longest, wavelength_of(frequency) * 1.2);
    draw_axis(ui, column.row(18), axis);
    const float row_height = scene.pairs <= 16 ? 22.0f : 15.0f, first = column.y;
    for (std::size_t i = 0; i < turned.size(); ++i) {
        const Rect row = column.row(row_height);
        const Interaction does = ui.control(fmt::format("positions/turn/{}", i), row);
        const bool chosen = static_cast<Size>(i) == scene.pair;
        const float middle = row.centre().y;
        if (does.hovered) ui.fill(row, ui.theme.raised, metrics::radius);
        const Colour ink = chosen ? ui.theme.accent : ui.theme.dim;
        ui.text({row.min.x, middle}, chosen ? Font::note_strong : Font::note, ink, fmt::format("pair {}", i),
                {.vertical = VerticalAlign::middle});
        const double wave = wavelength_of(turned[i]);
        ui.fill({{axis.left, middle - 4}, {std::max(axis.left + 2, axis.at(wave)), middle + 4}},
                chosen ? ui.theme.accent : mixed(ui.theme.line, ui.theme.query, 0.6f), 2);
        if (scaled) {
            const float before = std::round(axis.at(wavelength_of(plain[i])));
            ui.fill({{before - 1, middle - 7}, {before + 1, middle + 7}}, ui.theme.text);
        }
        std::string number = wavelength_text(wave);
        if (scaled) number += ", " + scaling_words(plain[i], turned[i], scaling->factor);
        ui.text({row.max.x, middle}, Font::mono_small, ink, number, {.align = Align::right, .vertical = VerticalAlign::middle});
        if (does.hovered)
            ui.note({fmt::format("pair {}: {:.6g} rad per position", i, turned[i]),
                     fmt::format("a full rotation in {} positions", wavelength_text(wave))},
                    row);
        if (does.clicked) scene.commands.push_back(ChoosePlaced{scene.query, scene.key, static_cast<Size>(i)});
    }
    const float length = std::round(axis.at(static_cast<double>(scene.positions)));
    for (float y = first; y < column.y; y += 6) ui.fill({{length, y}, {length + 1, y + 3}}, ui.theme.text);
    column.gap(6);
    column.paragraph(
        Font::note, ui.theme.dim,
        fmt::format("{} i of {} rotates by {:g}^(−{}i/{}) rad per position. Dashed line: {} of this batch.",
                    scaled ? "Before scaling, pair" : "Pair", scene.pairs, scene.rotation.base, 2, width,
                    scene.positions == 1 ? std::string("the one position") : fmt::format("the {} positions", scene.positions)),
        6);
    if (scaled && scaling->kind == RotaryScalingKind::linear)
        column.paragraph(
            Font::note, ui.theme.dim,
            fmt::format("Scaled for longer texts: all wavelengths become {:g} times as long. Thin marks: before scaling.",
                        scaling->factor),
            6);
    if (scaled && scaling->kind == RotaryScalingKind::llama3)
        column.paragraph(
            Font::note, ui.theme.dim,
            fmt::format("Scaled for longer texts, as in Llama 3: wavelengths above {:g} positions become {:g} times as long, those "
                        "below {:g} stay, and those in between are interpolated. Thin marks: before scaling.",
                        static_cast<double>(scaling->original_positions) / scaling->low_frequency_factor, scaling->factor,
                        static_cast<double>(scaling->original_positions) / scaling->high_frequency_factor),
            6);
    ui.place("positions/turns", column.since(top));
}

}  // namespace vitrine
