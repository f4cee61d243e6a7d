#include "app/widgets/chart/plot.h"

#include <algorithm>
#include <cmath>

namespace vitrine {

namespace {

constexpr float axis_room = 42, tick_room = 20, line_height = 14;

/// Where the numbers of a plot are on the screen.
struct Canvas {
    Rect area;
    AxisRange horizontal, vertical;

    float x(double step) const { return area.min.x + area.width() * static_cast<float>(horizontal.share(step)); }
    float y(double value) const {
        const double share = std::clamp(vertical.share(value), -0.02, 1.02);
        return area.max.y - area.height() * static_cast<float>(share);
    }
    float column_x(int column) const { return area.min.x + static_cast<float>(column) + 0.5f; }
};

void draw_axes(Ui& ui, const Canvas& canvas, const std::string& title) {
    const Rect& area = canvas.area;
    constexpr float least_gap = 26, widest_number = 64;
    constexpr int enough = 7;  // more would make the picture restless
    for (const double tick : ticks(canvas.vertical, std::min(enough, static_cast<int>(area.height() / least_gap)))) {
        const float y = std::round(canvas.y(tick));
        ui.fill({{area.min.x, y}, {area.max.x, y + 1}}, ui.theme.line);
        ui.text({area.min.x - 8, y}, Font::mono_small, ui.theme.dim, tick_text(tick),
                {.align = Align::right, .vertical = VerticalAlign::middle});
    }
    float free_from = area.min.x - 30;
    for (const double tick : ticks(canvas.horizontal, static_cast<int>(area.width() / widest_number))) {
        const std::string text = tick_text(tick);
        const float half = ui.width_of(Font::mono_small, text) / 2, x = canvas.x(tick);
        if (x - half < free_from || x + half > area.max.x + 14) continue;
        ui.text({x, area.max.y + 6}, Font::mono_small, ui.theme.dim, text, {.align = Align::centre});
        free_from = x + half + 8;
    }
    if (!title.empty()) ui.text({area.min.x - 12, area.max.y + 6}, Font::label, ui.theme.faint, title, {.align = Align::right});
}

void draw_band(Ui& ui, const Canvas& canvas, const std::vector<PlotColumn>& columns, const PlotSeries& series) {
    ImVec2 before{};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const PlotColumn& column = columns[i];
        const float x = canvas.column_x(column.column), top = canvas.y(column.high), bottom = canvas.y(column.low);
        if (i > 0) ui.list.AddLine(before, {x, (top + bottom) / 2}, series.colour, series.thickness);
        if (bottom - top > series.thickness) ui.list.AddLine({x, top}, {x, bottom}, series.colour, series.thickness);
        before = {x, (top + bottom) / 2};
    }
}

void draw_line(Ui& ui, const Canvas& canvas, const std::vector<PlotColumn>& columns, const PlotSeries& series) {
    std::vector<ImVec2> points;
    points.reserve(columns.size());
    for (const PlotColumn& column : columns) points.emplace_back(canvas.column_x(column.column), canvas.y(column.mean));
    if (points.size() == 1) {
        ui.list.AddCircleFilled(points[0], series.thickness + 1, series.colour, 12);
    } else if (points.size() > 1) {
        ui.list.AddPolyline(points.data(), static_cast<int>(points.size()), series.colour, ImDrawFlags_None, series.thickness);
    }
    constexpr std::size_t most_dots = 60;
    if (series.mark != PlotMark::dots || points.size() > most_dots) return;
    for (const ImVec2 point : points) ui.list.AddCircleFilled(point, series.thickness + 1, series.colour, 12);
}

/// A name beside the end of its series.
struct EndLabel {
    const PlotSeries* series;
    float y;
};

/// Names are written where their series end, moved apart where necessary.
void draw_labels(Ui& ui, const Canvas& canvas, std::vector<EndLabel> labels) {
    std::ranges::sort(labels, {}, &EndLabel::y);
    float free_from = canvas.area.min.y - line_height / 2;
    for (EndLabel& label : labels) {
        label.y = std::max(label.y, free_from + line_height / 2);
        free_from = label.y + line_height / 2;
    }
    float free_to = canvas.area.max.y + line_height / 2;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, free_to - line_height / 2);
        free_to = label->y - line_height / 2;
        ui.text({canvas.area.max.x + 8, label->y}, Font::note_strong, label->series->colour, label->series->label,
                {.vertical = VerticalAlign::middle});
    }
}

float label_room(const Ui& ui, const PlotInput& input) {
    float width = 0;
    for (const PlotSeries& series : input.series) width = std::max(width, ui.width_of(Font::note_strong, series.label));
    return width > 0 ? width + 12 : 6;
}

void draw_series(Ui& ui, const Canvas& canvas, const PlotInput& input) {
    std::vector<EndLabel> labels;
    ui.push_clip(canvas.area.inset(-3));
    for (const PlotSeries& series : input.series) {
        std::vector<PlotColumn> columns = columns_of(series.pieces, canvas.horizontal, static_cast<int>(canvas.area.width()));
        if (columns.empty()) continue;
        if (series.mark == PlotMark::smooth) smooth(columns);
        series.mark == PlotMark::band ? draw_band(ui, canvas, columns, series) : draw_line(ui, canvas, columns, series);
        if (!series.label.empty()) labels.push_back({&series, canvas.y(columns.back().mean)});
    }
    ui.pop_clip();
    draw_labels(ui, canvas, std::move(labels));
}

}  // namespace

PlotOutput plot(Ui& ui, const Rect& area, const PlotInput& input) {
    const Rect inner{{area.min.x + axis_room, area.min.y + 6}, {area.max.x - label_room(ui, input), area.max.y - tick_room}};
    const Canvas canvas{inner, input.horizontal, input.vertical};
    draw_axes(ui, canvas, input.horizontal_title);
    draw_series(ui, canvas, input);
    if (input.marked) {
        const float x = std::round(canvas.x(*input.marked));
        ui.fill({{x - 1, inner.min.y}, {x + 1, inner.max.y}}, ui.theme.error);
    }
    const Interaction does = ui.place(input.name, inner);
    if (!does.hovered) return {};
    const float x = std::round(ui.pointer().position.x);
    ui.fill({{x, inner.min.y}, {x + 1, inner.max.y}}, ui.theme.dim);
    return {.step = canvas.horizontal.at((ui.pointer().position.x - inner.min.x) / inner.width())};
}

}  // namespace vitrine
