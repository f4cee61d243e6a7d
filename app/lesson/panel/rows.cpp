/// Draws rows of tensors large enough to be read from afar: as a strip of cells, or written out.

#include <algorithm>

#include "app/formula/value.h"
#include "app/lesson/panel/parts.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/run/run.h"
#include "app/state/state.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float chip_side = 8, chip_lines = 50, chip_gap = 6, strip_gap = 12;
constexpr std::size_t most_chips = 24, largest_chips = 4;

/// A number of a row, and what it is about.
struct RowChip {
    std::string label, number = {};
    Colour ground = 0;
    double value = 0;
    bool marked = false;
};

Plane plane_of_row(const PointedPlace& row, bool in_its_table) {
    const int last = static_cast<int>(row.index.size()) - 1;
    Plane plane{.row_axis = in_its_table ? last - 1 : -1, .column_axis = last, .fixed = {}};
    for (std::size_t axis = 0; axis < row.index.size(); ++axis) plane.fixed[axis] = row.index[axis].value_or(0);
    return plane;
}

/// The tensor of a row, if the shown run has the row; else null.
const TensorInfo* tensor_of_row(const Run& run, const PointedPlace& row) {
    const TensorInfo* info = run.info(row.anchor);
    if (!info) return nullptr;
    const Layout& layout = run.find(row.anchor).layout;
    if (layout.rank == 0 || static_cast<int>(row.index.size()) != layout.rank) return nullptr;
    for (std::size_t axis = 0; axis < row.index.size(); ++axis) {
        if (row.index[axis].value_or(0) >= layout.shape[axis]) return nullptr;
    }
    return info;
}

/// Whether a token is padding.
bool is_padding(const Run& run, const TensorInfo& info, double id) {
    const Configuration& c = run.model->configuration;
    return id == static_cast<double>(info.side == Side::source ? c.pad_src : c.pad_tgt);
}

/// The cells of a row without those that a mask hides, and without padding; of a long row the largest ones, the largest first.
std::vector<RowChip> chips_of(const State& state, const Theme& theme, const PointedPlace& row) {
    const Run& run = *state.run;
    const TensorInfo* info = tensor_of_row(run, row);
    if (!info) return {};
    const Plane plane = plane_of_row(row, false);
    const PlanePicture picture = picture_of(run, *info, plane, theme, state.share_colours);
    const bool names = picture.style.scale == HeatmapStyle::Scale::ids;
    const Labels labels = plane_labels(run, *info, plane, plane.column_axis);
    std::vector<RowChip> chips;
    for (int column = 0; column < picture.cells.columns(); ++column) {
        const double value = picture.cells.value(0, column);
        if (picture.cells.masked(0, column) || (names && is_padding(run, *info, value))) continue;
        chips.push_back({.label = labels[column].empty() ? std::to_string(column) : labels[column],
                         .ground = cell_colour(value, false, picture.style),
                         .value = value,
                         .marked = row.index.back() == column});
    }
    const bool all = chips.size() <= most_chips;
    if (!all) {
        std::ranges::stable_sort(chips, std::greater(), &RowChip::value);
        chips.resize(largest_chips);
    }
    for (RowChip& chip : chips) {
        constexpr int decimals = 2;
        chip.number = names ? written(number(chip.value))
                      : all ? cell_number(chip.value, ElementType::scalar, decimals)
                            : brief_number(chip.value);
    }
    return chips;
}

float width_of_chip(const Ui& ui, const RowChip& chip, float widest) {
    const float label = ui.width_of(Font::title, chip.label), number = ui.width_of(Font::mono_large, chip.number);
    return std::min(widest, std::max(label, number) + 2 * chip_side);
}

float chips_height(const Ui& ui, float width, const std::vector<RowChip>& chips) {
    float x = 0, height = chip_lines;
    for (const RowChip& chip : chips) {
        const float wide = width_of_chip(ui, chip, width);
        if (x > 0 && x + wide > width) x = 0, height += chip_lines + chip_gap;
        x += wide + chip_gap;
    }
    return height;
}

void draw_chips(Ui& ui, Column& column, const std::vector<RowChip>& chips) {
    const float width = column.width();
    Flow flow(column, chip_lines + chip_gap, chip_gap);
    for (const RowChip& chip : chips) {
        const float wide = width_of_chip(ui, chip, width);
        const Rect box = rect_at(flow.next(wide), wide, chip_lines);
        const Colour colour = text_on(chip.ground, ui.theme);
        ui.fill(box, chip.ground, metrics::radius);
        ui.text({box.centre().x, box.min.y + 5}, Font::title, colour, chip.label,
                {.max_width = box.width() - chip_side, .align = Align::centre});
        ui.text({box.centre().x, box.max.y - 23}, Font::mono_large, colour, chip.number, {.align = Align::centre});
        if (chip.marked) ui.frame(box, ui.theme.accent, metrics::radius, 2);
    }
    column.gap(-chip_gap);
}

/// The word that a row belongs to; empty if it belongs to none.
std::string word_of(const Run& run, const TensorInfo& info, const PointedPlace& row) {
    const Plane plane = plane_of_row(row, true);
    if (plane.row_axis < 0) return "";
    return plane_labels(run, info, plane, plane.row_axis)[plane.fixed[static_cast<std::size_t>(plane.row_axis)]];
}

}  // namespace

void draw_row_strip(Ui& ui, const Rect& area, const State& state, const PointedPlace& row) {
    const TensorInfo* info = tensor_of_row(*state.run, row);
    if (!info) return;
    Rect cells = area;
    if (const std::string word = word_of(*state.run, *info, row); !word.empty()) {
        const Rect said = ui.text({area.min.x, area.centre().y}, Font::title, ui.theme.text, word,
                                  {.max_width = area.width() / 3, .vertical = VerticalAlign::middle});
        cells.min.x = said.max.x + strip_gap;
    }
    PlanePicture picture = picture_of(*state.run, *info, plane_of_row(row, false), ui.theme, state.share_colours);
    picture.style.gap = 0;
    add_heatmap(ui.list, ui.heatmaps, cells, picture.cells, picture.style);
    ui.frame(cells.inset(-2), ui.theme.accent, 3, 2);
}

float rows_height(const Ui& ui, float width, const State& state, float above) {
    const LessonPage& page = *state.of<LessonState>().page;
    float height = page.row ? above + row_strip_height : 0;
    if (page.shown) height += above + chips_height(ui, width, chips_of(state, ui.theme, *page.shown));
    return height;
}

void draw_rows(Ui& ui, Column& column, const State& state, float above, float below) {
    const LessonPage& page = *state.of<LessonState>().page;
    if (page.shown) {
        column.gap(above);
        const float top = column.y;
        draw_chips(ui, column, chips_of(state, ui.theme, *page.shown));
        ui.place("lesson/shown", column.since(top));
        column.gap(below);
    }
    if (page.row) {
        column.gap(above);
        const Rect strip = column.row(row_strip_height, below);
        draw_row_strip(ui, strip, state, *page.row);
        ui.place("lesson/row", strip);
    }
}

}  // namespace vitrine
