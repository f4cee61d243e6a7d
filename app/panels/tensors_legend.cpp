/// What the colours of the tensors view stand for.

#include <fmt/format.h>

#include "app/panels/tensors_parts.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

NumbersOf numbers_of(const ShownTensor& shown) { return {shown.info.path, shown.gradient}; }

/// Whose largest number the colours go to.
std::string range_words(const TensorsDesk& desk) {
    const std::string section = section_of(desk.run(), desk.shown.info);
    const bool parameter = !desk.run().outline().find(desk.shown.info.path);
    const char* kind = desk.shown.gradient ? "gradients" : parameter ? "parameters" : "such tensors";
    switch (desk.state.tensors.range) {
        case RangeOf::layer:
            return fmt::format("the largest of all {} of “{}”", kind, section);
        case RangeOf::all:
            return fmt::format("the largest of all {} of this run", kind);
        case RangeOf::central:
            return "the largest of 99 % of this tensor's numbers";
        default:
            return "the largest number of this tensor";
    }
}

std::string beyond_words(const ColourRange& range) {
    return fmt::format("{} of {} cells {} beyond the scale and marked in their corner", range.beyond, range.finite,
                       range.beyond == 1 ? "is" : "are");
}

/// Whether anything of the picture is hidden by a mask.
bool hides_something(const HeatmapCells& cells) {
    if (!cells.mask) return false;
    for (int row = 0; row < cells.rows(); ++row) {
        for (int column = 0; column < cells.columns(); ++column) {
            if (cells.masked(row, column)) return true;
        }
    }
    return false;
}

/// this tensor | its layer | all | 99 %.
void draw_ranges(Ui& ui, ImVec2 corner, std::span<const Segment> segments, const TensorsDesk& desk) {
    const int selected = static_cast<int>(desk.state.tensors.range);
    if (const auto clicked = segmented(ui, corner, segments, selected, ui.theme.dim))
        desk.commands.push_back(SetRange{static_cast<RangeOf>(*clicked)});
}

}  // namespace

bool has_range(const ShownTensor& shown) { return reading_of(shown.info, shown.numbers.type) != Reading::ids; }

const ColourRange& tensors_range(const State& state, const ShownTensor& shown) {
    return state.run->readings->range(*state.run, numbers_of(shown), state.tensors.range);
}

PlanePicture tensors_picture(const State& state, const ShownTensor& shown, const Plane& plane, const Theme& theme) {
    PlanePicture picture = shown.gradient ? gradient_picture_of(*state.run, shown.info, plane, theme)
                                          : picture_of(*state.run, shown.info, plane, theme);
    if (!has_range(shown)) return picture;
    const auto limit = static_cast<float>(tensors_range(state, shown).limit);
    (picture.style.scale == HeatmapStyle::Scale::sequential ? picture.style.high : picture.style.limit) = limit;
    return picture;
}

float draw_tensors_legend(Ui& ui, const TensorsColumn& column, float y, const TensorsDesk& desk) {
    if (!has_range(desk.shown)) {
        const Rect said = ui.text({column.left, y}, Font::note, ui.theme.dim,
                                  "These numbers only name something: their size means nothing.", {.max_width = column.width()});
        return said.max.y + 20;
    }
    constexpr float widest_bar = 240, label_gap = 12, line = 24;
    const PlanePicture picture = tensors_picture(desk.state, desk.shown, desk.shown.axes.plane, ui.theme);
    std::vector<Segment> segments;
    for (const TensorsChoice& range : ranges())
        segments.push_back({"tensors/range/" + std::string(range.name), std::string(range.label), range.tip});
    const float choice = segmented_width(ui, segments);
    const bool beside = column.width() >= choice + 160 + 2 * label_gap;
    const float bar = std::min(widest_bar, beside ? column.width() - choice - 2 * label_gap : column.width());
    legend(ui, rect_at({column.left, y + 3}, bar, line), picture.style);
    ui.place("tensors/legend", rect_at({column.left, y + 3}, bar, line));
    if (!beside) y += line + 10;
    if (desk.first) draw_ranges(ui, {beside ? column.left + bar + 2 * label_gap : column.left, y}, segments, desk);
    y += line + 8;
    const bool diverging = picture.style.scale == HeatmapStyle::Scale::diverging;
    std::string words = "Colours go as far as " + range_words(desk) + (diverging ? ", whatever its sign." : ".");
    const ColourRange& range = tensors_range(desk.state, desk.shown);
    if (range.beyond > 0) words += ' ' + beyond_words(range) + '.';
    if (hides_something(picture.cells)) words += " Hatched: hidden by the mask.";
    return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, words, {.width = column.width()}).max.y + 20;
}

}  // namespace vitrine
