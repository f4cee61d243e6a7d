/// What is true of all numbers of a tensor: their statistics and how they are spread.

#include <algorithm>

#include <fmt/format.h>

#include "app/views/tensors/parts.h"
#include "app/widgets/chart/histogram_bars.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

std::array<StatisticEntry, 8> statistic_entries(const Statistics& all, bool masked) {
    const char* infinite = masked ? "infinite, marked with a triangle; masked scores are −∞ where the mask hides the key"
                                  : "infinite, marked with a triangle";
    return {{{"minimum", statistic_text(all, all.minimum), "the smallest finite number"},
             {"maximum", statistic_text(all, all.maximum), "the largest finite number"},
             {"mean", statistic_text(all, all.mean), "of all finite numbers"},
             {"std dev", statistic_text(all, all.standard_deviation),
              "standard deviation: the typical distance of the values from the mean"},
             {"numbers", std::to_string(all.finite + all.nan + all.infinite), "how many cells the tensor has"},
             {"zeros", std::to_string(all.zero), "cells that are exactly 0"},
             {"NaN", std::to_string(all.nan), "not a number: the result of something like 0 ÷ 0, marked with a cross", all.nan > 0},
             {"∞", std::to_string(all.infinite), infinite}}};
}

namespace {

void draw_entries(Ui& ui, Column& column, const Statistics& all, bool masked) {
    constexpr int across = 4;
    constexpr float line = 42;
    const float step = column.width() / across;
    const auto entries = statistic_entries(all, masked);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ImVec2 at{column.left + step * static_cast<float>(i % across), column.y + line * static_cast<float>(i / across)};
        const StatisticEntry& entry = entries[i];
        ui.text(at, Font::label, ui.theme.dim, entry.label, {.max_width = step - 6});
        ui.text({at.x, at.y + 16}, Font::mono, entry.wrong ? ui.theme.error : ui.theme.text, entry.text, {.max_width = step - 6});
        const Interaction does = ui.place(fmt::format("tensors/statistic/{}", i), rect_at(at, step - 6, line - 8));
        if (does.hovered) ui.note({entry.label, entry.tip});
    }
    column.gap(line * static_cast<float>(entries.size() / across));
}

std::optional<double> selected_number(const TensorsScene& scene) {
    if (!scene.state.selection.cell) return std::nullopt;
    return scene.shown.numbers.at(*scene.state.selection.cell);
}

void draw_histogram(Ui& ui, const Rect& area, const TensorsScene& scene) {
    const Histogram& histogram =
        scene.run().of<TensorReadings>().histogram(scene.run(), {scene.shown.info.path, scene.shown.aspect});
    if (histogram.counts.empty()) {
        const char* why = is_uncounted(scene.shown.numbers)
                              ? "No histogram: this tensor is too large to be read back from the graphics card."
                              : "No cell holds a finite number.";
        ui.paragraph(area.min, Font::note, ui.theme.dim, why, {.width = area.width()});
        return;
    }
    const HeatmapStyle style = tensors_picture(scene.state, scene.shown, scene.shown.axes.plane, ui.theme).style;
    const HistogramBars input{.name = "tensors/histogram",
                              .counts = histogram.counts,
                              .low = histogram.low,
                              .high = histogram.high,
                              .style = &style,
                              .marked = selected_number(scene)};
    if (const auto bin = histogram_bars(ui, area, input)) {
        ui.note(
            {counted(static_cast<Size>(histogram.counts[*bin]), "number"),
             fmt::format("from {} to {}", plain_number(histogram.bin_start(*bin)), plain_number(histogram.bin_start(*bin + 1)))});
    }
}

}  // namespace

void draw_tensors_numbers(Ui& ui, Column& column, const TensorsScene& scene) {
    if (!has_range(scene.shown) || lacks_change(scene.run(), scene.shown.info)) return;
    const std::string& path = scene.shown.info.path;
    const Aspect aspect = scene.shown.aspect;
    const Statistics& all = statistics_of(scene.run(), path, aspect);
    const bool masked = path.ends_with(".masked_scores") && shows_values(aspect) && !scene.run().difference &&
                        !scene.run().model->configuration.mask_value;
    constexpr float wide = 600, gap = 32, histogram_height = 84;
    column.title(aspect == Aspect::gradient  ? "ALL VALUES OF THE GRADIENT"
                 : aspect == Aspect::product ? "ALL VALUES OF VALUE × GRADIENT"
                                             : "ALL ITS VALUES");
    if (column.width() >= wide) {
        const Column both = column.at_most(960);
        const float middle = both.left + both.width() * 0.52f;
        Column entries{ui, both.left, middle - gap / 2, both.y}, histogram{ui, middle + gap / 2, both.right, both.y - 4};
        draw_entries(ui, entries, all, masked);
        draw_histogram(ui, histogram.row(histogram_height), scene);
        column.go_below(entries, histogram);
    } else {
        draw_entries(ui, column, all, masked);
        column.gap(4);
        draw_histogram(ui, column.row(histogram_height), scene);
    }
    column.gap(20);
}

}  // namespace vitrine
