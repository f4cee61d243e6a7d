/// What the colours of the tensors view stand for.

#include "app/widgets/legend.h"

#include <fmt/format.h>

#include "app/render/heatmap/heatmap_renderer.h"
#include "app/views/tensors/commands.h"
#include "app/views/tensors/parts.h"
#include "app/widgets/controls.h"
#include "app/words/changes.h"

namespace vitrine {

namespace {

NumbersOf numbers_of(const ShownTensor& shown) { return {shown.info.path, shown.aspect}; }

/// Whose largest number the colours go to.
std::string range_words(const TensorsScene& scene, const ColourRange& range) {
    const std::string section = section_of(scene.run(), scene.shown.info);
    const bool parameter = !scene.run().outline().find(scene.shown.info.path);
    const char* kind = scene.shown.aspect == Aspect::gradient  ? "such gradients"
                       : scene.shown.aspect == Aspect::product ? "such products"
                       : parameter                             ? "parameters"
                                                               : "such tensors";
    switch (scene.state.of<TensorsView>().range) {
        case RangeOf::layer:
            return section.empty() ? fmt::format("the largest of all {} that are not used in this run", kind)
                                   : fmt::format("the largest of all {} of “{}”", kind, section);
        case RangeOf::all:
            return fmt::format("the largest of all {} of this run", kind);
        case RangeOf::central:
            if (range.uncounted) return "the largest value of this tensor, which has too many values to find their 99th percentile";
            return range.before_mask ? "the 99th percentile of the scores that are not masked"
                                     : "the 99th percentile of the values of this tensor";
        default:
            return range.before_mask ? "the largest score before the mask" : "the largest value of this tensor";
    }
}

std::string beyond_words(const TensorsScene& scene, const ColourRange& range) {
    constexpr float least_marked = 8;  // smaller cells have no room for a mark
    const bool all_finite = range.finite == scene.shown.layout().count();
    return fmt::format("{} of {} {} {} beyond the scale{}.", range.beyond, range.finite,
                       range.before_mask ? "scores that are not masked"
                       : all_finite      ? "cells"
                                         : "finite cells",
                       range.beyond == 1 ? "is" : "are", scene.smaller_side >= least_marked ? " and marked in their corner" : "");
}

/// The range of the colours, and the number of cells beyond it.
std::string colour_words(const TensorsScene& scene, bool diverging) {
    const ColourRange& range = tensors_range(scene.state, scene.shown);
    if (range.nearly_all_zero) {
        return fmt::format("At least 99 % of {} are 0, so the colours go up to the largest value{}.",
                           range.before_mask ? "the scores that are not masked" : "the values of this tensor",
                           diverging ? ", regardless of sign" : "");
    }
    std::string words = "Colours go up to " + range_words(scene, range) + (diverging ? ", regardless of sign." : ".");
    if (range.beyond > 0) words += ' ' + beyond_words(scene, range);
    return words;
}

bool hides_any(const HeatmapCells& cells) {
    for (int row = 0; row < cells.rows(); ++row) {
        for (int column = 0; column < cells.columns(); ++column) {
            if (cells.masked(row, column)) return true;
        }
    }
    return false;
}

bool hides_something(const TensorsScene& scene, const HeatmapCells& cells) {
    const MaskedPlane plane{scene.shown.info.path, cells.row_axis, cells.column_axis, cells.fixed};
    return scene.run().of<TensorReadings>().hides(scene.run(), plane, [&] { return hides_any(cells); });
}

/// Whether anything of the picture, or of one of its facets, is hidden by a mask.
bool is_hatched(const TensorsScene& scene, HeatmapCells cells) {
    if (!cells.mask) return false;
    // A large mask that hides nothing anywhere need not be gone through.
    const std::string &path = scene.shown.info.path, mask = path.substr(0, path.rfind('.')) + ".mask";
    if (scene.run().statistics_of(mask).of(mask).zero == 0) return false;
    const int facets = scene.shown.axes.facets;
    if (facets < 0 || scene.shown.layout().axes[static_cast<std::size_t>(facets)] == Axis::head)
        return hides_something(scene, cells);
    const auto at = static_cast<std::size_t>(facets);
    for (Size place = 0; place < scene.shown.layout().shape[at]; ++place) {
        cells.fixed[at] = place;
        if (hides_something(scene, cells)) return true;
    }
    return false;
}

/// The graphics memory used by pictures of large tensors, and whether their cells are stored.
void draw_memory(Ui& ui, Column& column, const TensorsScene& scene) {
    if (!ui.heatmaps.in_tiles(scene.shown.numbers)) return;
    std::string words = memory_words(ui.heatmaps.memory());
    const FetchedCells* fetched = scene.shown.numbers.fetched;
    if (fetched && fetched->is_recomputed()) words = "Computed again when it is shown, since it is not stored; " + words;
    column.gap(6);
    column.paragraph(Font::note, ui.theme.dim, words);
}

/// this tensor | its layer | all | 99 %.
void draw_ranges(Ui& ui, ImVec2 corner, std::span<const Segment> segments, const TensorsScene& scene) {
    const int selected = static_cast<int>(scene.state.of<TensorsView>().range);
    if (const auto clicked = segmented(ui, corner, segments, selected, ui.theme.dim))
        scene.commands.push_back(SetRange{static_cast<RangeOf>(*clicked)});
}

}  // namespace

bool has_range(const ShownTensor& shown) { return reading_of(shown.info, shown.numbers.type) != Reading::ids; }

const ColourRange& tensors_range(const State& state, const ShownTensor& shown) {
    return state.run->of<TensorReadings>().range(*state.run, numbers_of(shown), state.of<TensorsView>().range);
}

PlanePicture tensors_picture(const State& state, const ShownTensor& shown, const Plane& plane, const Theme& theme) {
    PlanePicture picture = picture_of(*state.run, shown.info, plane, theme, state.share_colours, shown.aspect);
    if (!has_range(shown)) return picture;
    const auto limit = static_cast<float>(tensors_range(state, shown).limit);
    (picture.style.scale == HeatmapStyle::Scale::sequential ? picture.style.high : picture.style.limit) = limit;
    return picture;
}

std::string legend_words(const TensorsScene& scene, const PlanePicture& picture) {
    const bool diverging = picture.style.scale == HeatmapStyle::Scale::diverging;
    const TensorChange* change = scene.shown.info.is_change ? scene.run().difference->find(scene.shown.info.path) : nullptr;
    if (change && change->fit != Fit::same_shape) return "Hatched: A and B cannot be compared here, " + fit_words(*change) + '.';
    if (was_not_recorded(scene.run(), scene.shown.info)) return "Hatched: this run was recorded without it.";
    if (change && change->tolerance > 0 && change->changed == 0)
        return fmt::format("No compared number differs by more than {:g}; all are shown as 0.", change->tolerance);
    if (change && shows_values(scene.shown.aspect) && change->changed == 0) return "Nothing has changed: every difference is 0.";
    if (change && shows_values(scene.shown.aspect) && change->changed == change->nan_cells + change->infinite_cells)
        return "No finite number changed. Cells that are NaN in A or B have a cross, infinite ones a triangle.";
    const std::string words = colour_words(scene, diverging);
    return is_hatched(scene, picture.cells) ? words + " Hatched: hidden by the mask." : words;
}

void draw_tensors_legend(Ui& ui, Column& column, const TensorsScene& scene) {
    if (!has_range(scene.shown))
        return void(column.text(Font::note, ui.theme.dim, "These numbers are ids: their size has no meaning.", 20));
    constexpr float widest_bar = 240, gap = 24;
    const PlanePicture picture = tensors_picture(scene.state, scene.shown, scene.shown.axes.plane, ui.theme);
    std::vector<Segment> segments;
    for (const TensorsChoice& range : ranges())
        segments.push_back({"tensors/range/" + std::string(range.name), std::string(range.label), range.tip});
    const float choice = segmented_width(ui, segments);
    const bool beside = column.width() >= choice + 160 + gap;
    const float width = std::min(widest_bar, beside ? column.width() - choice - gap : column.width());
    const Rect line = column.row(legend_height, beside ? 8 : 10);
    const Rect bar = rect_at({line.min.x, line.min.y + 3}, width, legend_height);
    legend(ui, bar, picture.style);
    ui.place("tensors/legend", bar);
    const ImVec2 corner = beside ? ImVec2{bar.max.x + gap, line.min.y} : column.row(24, 8).min;
    if (scene.first) draw_ranges(ui, corner, segments, scene);
    column.paragraph(Font::note, ui.theme.dim, legend_words(scene, picture));
    draw_memory(ui, column, scene);
    column.gap(20);
}

}  // namespace vitrine
