#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/train/progress_parts.h"
#include "app/views/train/words.h"
#include "app/widgets/chart/plot.h"

namespace vitrine {

namespace {

std::vector<PlotPiece> pieces_of(const Curve& curve) {
    std::vector<PlotPiece> pieces;
    pieces.reserve(curve.pieces().size());
    for (const Curve::Piece& piece : curve.pieces()) pieces.push_back({piece.first, piece.last, piece.low, piece.high, piece.mean});
    return pieces;
}

/// The smallest and the largest of several curves' values.
struct Extent {
    double low = 0, high = 0;
    bool empty = true;

    void add(const Curve& curve) {
        for (const Curve::Piece& piece : curve.pieces()) {
            low = empty ? piece.low : std::min(low, piece.low);
            high = empty ? piece.high : std::max(high, piece.high);
            empty = false;
        }
    }
};

AxisRange steps_of(const TrainingView& training) {
    constexpr double least = 20;
    double last = std::max(least, static_cast<double>(training.curves.last.step));
    for (const EarlierTraining& earlier : training.earlier) last = std::max(last, earlier.loss.pieces().back().last);
    return range_from_zero(last);
}

AxisRange logarithmic_of(const Extent& extent) {
    // What has reached 0 exactly would need an endless axis.
    constexpr double least = 1e-7;
    return extent.empty ? logarithmic_range(0.1, 10) : logarithmic_range(std::max(least, extent.low), std::max(least, extent.high));
}

/// What hovering a plot says, the same for all of them.
void draw_reading(Ui& ui, const TrainingView& training, const PlotOutput& output) {
    if (!output.step) return;
    if (std::vector<std::string> lines = step_lines(training, *output.step); !lines.empty()) ui.note(std::move(lines));
}

std::optional<double> broken_step(const TrainingView& training) {
    if (!training.broken_down() || !training.snapshot->breakdown) return std::nullopt;
    return static_cast<double>(training.snapshot->breakdown->step);
}

Rect below_title(const Rect& area) { return {{area.min.x, area.min.y + progress_title_height}, area.max}; }

/// A curve over the run's steps. The input has all that differs between the curves.
void draw_curve(Ui& ui, const Rect& area, const TrainingView& training, PlotInput input) {
    input.horizontal = steps_of(training);
    input.horizontal_title = "step";
    input.marked = broken_step(training);
    draw_reading(ui, training, plot(ui, below_title(area), input));
}

void draw_invitation(Ui& ui, const Rect& area, const TrainingView& training) {
    if (training.curves.loss.size() > 0 || !training.earlier.empty()) return;  // curves and their names stand there
    const ImVec2 middle = below_title(area).centre();
    const std::string words = training.preparing ? "preparing …" : "Press Train to start.";
    const float half = ui.width_of(Font::heading, words) / 2 + 14;
    ui.fill({{middle.x - half, middle.y - 18}, {middle.x + half, middle.y + 18}}, ui.theme.canvas, metrics::radius_large);
    ui.text(middle, Font::heading, ui.theme.dim, words,
            {.max_width = area.width() - 60, .align = Align::centre, .vertical = VerticalAlign::middle});
}

}  // namespace

void draw_loss_curve(Ui& ui, const Rect& area, const TrainingView& training) {
    draw_progress_title(ui, area, "Loss", loss_remark(training));
    draw_loss_plot(ui, area, training);
    draw_invitation(ui, area, training);
}

void draw_loss_plot(Ui& ui, const Rect& area, const TrainingView& training) {
    const TrainingCurves& curves = training.curves;
    const bool held_out = curves.held_out.size() > 0;
    const std::vector<PlotPiece> steps = pieces_of(curves.loss), apart = pieces_of(curves.held_out);
    Extent extent;
    extent.add(curves.loss);
    extent.add(curves.held_out);
    std::vector<PlotSeries> series;
    std::vector<std::vector<PlotPiece>> before;
    for (const EarlierTraining& earlier : training.earlier) {
        before.push_back(pieces_of(earlier.loss));
        extent.add(earlier.loss);
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
        series.push_back({earlier_words(training, i), before[i], PlotMark::smooth, faded(earlier_colour(ui.theme, i), 0.8f), 1.4f});
    }
    series.push_back({"", steps, PlotMark::band, faded(ui.theme.attention, 0.6f), 1});
    series.push_back({"training", steps, PlotMark::smooth, ui.theme.accent, 2});
    series.push_back({held_out ? "held out" : "", apart, PlotMark::dots, ui.theme.text, 1.2f});
    draw_curve(ui, area, training, {.name = "train/loss", .series = series, .vertical = logarithmic_of(extent)});
}

void draw_rate_curve(Ui& ui, const Rect& area, const TrainingView& training) {
    draw_progress_title(ui, area, "Learning rate", "of each step");
    const std::vector<PlotPiece> rates = pieces_of(training.curves.rate);
    const std::array<PlotSeries, 1> series{{{"", rates, PlotMark::line, ui.theme.residual, 1.8f}}};
    Extent extent;
    extent.add(training.curves.rate);
    // Rates tried by hand lie far apart: only then powers of ten tell them from each other.
    const bool wide = !extent.empty && extent.low > 0 && extent.high > 50 * extent.low && training.started &&
                      training.started->schedule == ScheduleKind::constant;
    const AxisRange range =
        wide ? logarithmic_of(extent) : range_from_zero(extent.empty ? training.settings.rate : extent.high * 1.1);
    draw_curve(ui, area, training, {.name = "train/rate-curve", .series = series, .vertical = range});
}

void draw_norm_curve(Ui& ui, const Rect& area, const TrainingView& training) {
    draw_progress_title(ui, area, "Gradient norm", "before clipping");
    const std::vector<PlotPiece> norms = pieces_of(training.curves.gradient_norm);
    const std::array<PlotSeries, 2> series{
        {{"", norms, PlotMark::band, faded(ui.theme.residual, 0.5f), 1}, {"", norms, PlotMark::smooth, ui.theme.residual, 1.8f}}};
    Extent extent;
    extent.add(training.curves.gradient_norm);
    draw_curve(ui, area, training, {.name = "train/norm", .series = series, .vertical = logarithmic_of(extent)});
}

}  // namespace vitrine
