#include "app/widgets/chart/wave.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vitrine {

namespace {

constexpr float numbers_room = 38, ticks_room = 20, key_height = 20;

struct WaveCanvas {
    Rect area;
    const WaveInput& input;

    float x(double position) const { return area.min.x + area.width() * static_cast<float>(input.horizontal.share(position)); }
    float y(double value) const {
        return area.max.y - area.height() * static_cast<float>(std::clamp(input.vertical.share(value), -0.02, 1.02));
    }
    ImVec2 spot(const WavePoint& point) const { return {x(point.position), y(point.value)}; }
};

void draw_wave_axes(Ui& ui, const WaveCanvas& canvas) {
    const Rect& area = canvas.area;
    constexpr float least_gap = 24, widest_number = 48;
    for (const double tick : ticks(canvas.input.vertical, std::max(2, static_cast<int>(area.height() / least_gap)))) {
        const float y = std::round(canvas.y(tick));
        ui.fill({{area.min.x, y}, {area.max.x, y + 1}}, tick == 0 ? mixed(ui.theme.line, ui.theme.dim, 0.5f) : ui.theme.line);
        ui.text({area.min.x - 8, y}, Font::mono_small, ui.theme.dim, tick_text(tick),
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    const std::string& title = canvas.input.horizontal_title;
    const float title_left = area.max.x - ui.width_of(Font::label, title);
    for (const double tick : ticks(canvas.input.horizontal, std::max(2, static_cast<int>(area.width() / widest_number)))) {
        if (tick != std::round(tick)) continue;  // there is nothing at half a position
        const std::string text = tick_text(tick);
        const float half = ui.width_of(Font::mono_small, text) / 2, x = canvas.x(tick);
        if (x + half + 8 > title_left) continue;
        ui.text({x, area.max.y + 6}, Font::mono_small, ui.theme.dim, text, {.align = Align::centre});
    }
    ui.text({area.max.x, area.max.y + 6}, Font::label, ui.theme.faint, title, {.align = Align::right});
}

/// A line is interrupted at a number that is not finite.
void draw_wave_line(Ui& ui, const WaveCanvas& canvas, const WaveLine& line) {
    std::vector<ImVec2> points;
    const auto draw = [&] {
        if (points.size() > 1)
            ui.list.AddPolyline(points.data(), static_cast<int>(points.size()), line.colour, ImDrawFlags_None, line.thickness);
        points.clear();
    };
    for (const WavePoint& point : line.points) {
        if (std::isfinite(point.value)) {
            points.push_back(canvas.spot(point));
        } else {
            draw();
        }
    }
    draw();
}

void draw_wave_dot(Ui& ui, const WaveCanvas& canvas, const WaveDot& dot, float radius) {
    if (!std::isfinite(dot.at.value)) {
        const ImVec2 at{canvas.x(dot.at.position), canvas.area.max.y - 5};
        ui.list.AddLine({at.x - 3, at.y - 3}, {at.x + 3, at.y + 3}, ui.theme.mark, 1.5f);
        ui.list.AddLine({at.x - 3, at.y + 3}, {at.x + 3, at.y - 3}, ui.theme.mark, 1.5f);
        return;
    }
    const bool marked = canvas.input.marked && static_cast<double>(*canvas.input.marked) == dot.at.position;
    const ImVec2 at = canvas.spot(dot.at);
    if (marked) ui.list.AddCircleFilled(at, radius + 3, ui.theme.accent, 24);
    if (marked) ui.list.AddCircleFilled(at, radius + 1.5f, ui.theme.canvas, 24);
    ui.list.AddCircleFilled(at, radius, dot.ground, 20);
    if (!marked) ui.list.AddCircle(at, radius, canvas.input.outline, 20, 1);
}

/// The names of the lines in a row above them, each after a piece of its line.
void draw_wave_keys(Ui& ui, const Rect& row, std::span<const WaveLine> lines) {
    constexpr float sample = 18, gap = 6, between = 18;
    float x = row.min.x;
    for (const WaveLine& line : lines) {
        if (line.label.empty()) continue;
        const float middle = row.centre().y, room = row.max.x - x - sample - gap;
        if (room < 30) return;
        ui.list.AddLine({x, middle}, {x + sample, middle}, line.colour, line.thickness);
        x = ui.text({x + sample + gap, middle}, Font::label, ui.theme.dim, line.label,
                    {.max_width = room, .vertical = VerticalAlign::middle})
                .max.x +
            between;
    }
}

/// The radius of dots; 0, so that they are left out, if there are too many to tell them apart.
float dot_radius(const WaveCanvas& canvas) {
    const float pitch = canvas.x(1) - canvas.x(0);
    return pitch < 3 ? 0 : std::clamp(0.28f * pitch, 1.5f, 4.0f);
}

}  // namespace

WaveOutput wave(Ui& ui, const Rect& area, const WaveInput& input) {
    const bool named = std::ranges::any_of(input.lines, [](const WaveLine& line) { return !line.label.empty(); });
    const float top = area.min.y + (named ? key_height + 6 : 6);
    const WaveCanvas canvas{{{area.min.x + numbers_room, top}, {area.max.x - 6, area.max.y - ticks_room}}, input};
    if (named) draw_wave_keys(ui, rect_at({canvas.area.min.x, area.min.y}, canvas.area.width(), key_height), input.lines);
    draw_wave_axes(ui, canvas);
    if (input.marked) {
        const float x = std::round(canvas.x(*input.marked));
        ui.fill({{x, canvas.area.min.y}, {x + 1, canvas.area.max.y}}, faded(ui.theme.accent, 0.6f));
    }
    ui.push_clip(canvas.area.inset(-7));
    for (const WaveLine& line : input.lines) draw_wave_line(ui, canvas, line);
    const float radius = dot_radius(canvas);
    if (radius > 0) {
        for (const WaveDot& dot : input.dots) draw_wave_dot(ui, canvas, dot, radius);
    }
    ui.pop_clip();

    const Interaction does = ui.place(input.name, canvas.area);
    if (!does.hovered) return {};
    const double under = input.horizontal.at((ui.pointer().position.x - canvas.area.min.x) / canvas.area.width());
    const double nearest = std::clamp(std::round(under), std::ceil(input.horizontal.low), std::floor(input.horizontal.high));
    const float x = std::round(canvas.x(nearest));
    ui.fill({{x, canvas.area.min.y}, {x + 1, canvas.area.max.y}}, faded(ui.theme.text, 0.5f));
    WaveOutput output{static_cast<int>(nearest), std::nullopt};
    if (does.clicked) output.clicked = output.hovered;
    return output;
}

}  // namespace vitrine
