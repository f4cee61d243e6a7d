#include "app/panel/compared.h"

#include <algorithm>
#include <array>

#include "app/base/command.h"
#include "app/compare/state.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/widgets/controls.h"
#include "app/widgets/legend.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/changes.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

constexpr float gap = 24, narrowest = 272, title_height = 24, legend_height = 24;

/// One of the three pictures.
struct Pane {
    const char* anchor;
    const char* title;
    const Run* run;
    const TensorInfo* info = nullptr;
};

struct DrawnPane {
    TensorViewOutput output;
    HeatmapCells cells;
    float bottom = 0;
};

using Panes = std::array<Pane, 3>;

Panes panes_of(const ComparedTensor& tensor) {
    const Run *a = tensor.difference.a.get(), *b = tensor.difference.b.get(),
              *change = tensor.state.of<ComparisonView>().difference.get();
    Panes panes{Pane{"compare/a", "A", a}, Pane{"compare/b", "B", b}, Pane{"compare/difference", "B − A", change}};
    for (Pane& pane : panes) {
        if (pane.run->find(tensor.path).present()) pane.info = pane.run->info(tensor.path);
    }
    return panes;
}

/// How far the colours of A and B both go, so that one colour is one number in both.
float common_limit(const Panes& panes) {
    double limit = 0;
    for (const Pane& pane : {panes[0], panes[1]}) {
        if (pane.info) limit = std::max(limit, limit_of(*pane.run, *pane.info));
    }
    return static_cast<float>(limit);
}

TensorViewInput input_of(const Ui& ui, const Pane& pane, const ComparedTensor& tensor, float limit) {
    const Run& run = *pane.run;
    const TensorInfo& info = *pane.info;
    const Selection& selection = tensor.state.selection;
    const Layout layout = run.find(info.path).layout;
    const Plane plane = plane_of(layout, selection.sentence, selection.head);
    const PlanePicture picture = picture_of(run, info, plane, ui.theme);
    TensorViewInput input;
    input.name = std::string(pane.anchor) + '/' + info.path;
    input.cells = picture.cells;
    input.style = picture.style;
    if (!info.is_change && input.style.scale == HeatmapStyle::Scale::diverging) input.style.limit = limit;
    const bool has_batch = layout.find(Axis::batch) == 0 && layout.rank > 2;
    const Size sentence = has_batch ? plane.fixed[0] : 0;
    if (plane.row_axis >= 0) {
        input.row_labels = axis_labels(run, info, plane.row_axis, sentence);
        input.row_title = axis_title(run, info, plane.row_axis, "↓");
    }
    if (layout.rank != 2 || layout.axes[0] != Axis::batch)
        input.column_labels = axis_labels(run, info, plane.column_axis, sentence);
    input.column_title = axis_title(run, info, plane.column_axis, "→");
    if (reading_of(info, input.cells.tensor.type) == Reading::ids) input.words = token_words(run, info);
    if (info.path == selection.tensor) input.selected = selection.cell;
    input.often_small = info.is_change;
    input.frame = colour_of(info.role, ui.theme);
    return input;
}

/// In place of a picture that there cannot be.
float draw_missing(Ui& ui, const Rect& area, const Pane& pane, const TensorChange& change) {
    const bool is_run = pane.run->difference == nullptr;
    const std::string text = is_run ? "This run has no such tensor." : change_sentence(change);
    return ui.paragraph({area.min.x, area.min.y + 6}, Font::note, ui.theme.dim, text, {.width = area.width()}).max.y;
}

DrawnPane draw_pane(Ui& ui, const Rect& area, const Pane& pane, const ComparedTensor& tensor, float limit) {
    ui.text(area.min, Font::body_strong, ui.theme.text, pane.title, {.max_width = area.width()});
    const Rect room{{area.min.x, area.min.y + title_height}, area.max};
    const TensorChange& change = *tensor.difference.find(tensor.path);
    const bool is_change = pane.run->difference != nullptr;
    if (!pane.info || (is_change && change.fit != Fit::same_shape)) return {{}, {}, draw_missing(ui, room, pane, change)};
    const TensorViewInput input = input_of(ui, pane, tensor, limit);
    DrawnPane drawn{tensor_view(ui, room, input), input.cells, 0};
    drawn.bottom = drawn.output.used.max.y;
    if (drawn.output.clicked) tensor.commands.push_back(SelectCell{tensor.path, *drawn.output.clicked});
    if (input.style.scale == HeatmapStyle::Scale::ids) return drawn;
    constexpr float widest = 200;
    legend(ui, rect_at({area.min.x, drawn.bottom + 12}, std::min(area.width(), widest), legend_height), input.style);
    drawn.bottom += 12 + legend_height;
    return drawn;
}

/// The numbers of the cell that is pointed at, or else of the selected one, in all three.
float draw_numbers(Ui& ui, const ComparedColumn& column, float y, const std::optional<Index>& cell, const ComparedTensor& tensor) {
    const Panes panes = panes_of(tensor);
    if (!cell) {
        ui.text({column.left, y}, Font::note, ui.theme.faint, "Point at a cell to read it in both runs, click to keep it.",
                {.max_width = column.width()});
        return y + 44;
    }
    constexpr float narrow = 460, line = 19, between = 28;
    const float top = y;
    float x = column.left;
    for (const Pane& pane : panes) {
        const bool has = pane.info && pane.run->find(tensor.path).layout.contains(*cell);
        const float left = ui.text({x, y}, Font::note, ui.theme.dim, pane.title).max.x + 8;
        const Rect number =
            ui.text({left, y}, Font::mono_strong, pane.run->difference ? ui.theme.accent : ui.theme.text,
                    has ? value_text(*pane.run, *pane.info, *cell) : "none", {.max_width = std::max(line, column.right - left)});
        if (column.width() < narrow && &pane != &panes.back()) y += line;
        x = column.width() < narrow ? column.left : number.max.x + between;
    }
    const Pane& whose = panes[1].info && panes[1].run->find(tensor.path).layout.contains(*cell) ? panes[1] : panes[0];
    ui.text({column.left, y + 20}, Font::note, ui.theme.dim, cell_words(*whose.run, *whose.info, *cell),
            {.max_width = column.width()});
    ui.place("compare/numbers", {{column.left, top}, {column.right, y + 36}});
    return y + 44;
}

float draw_choice(Ui& ui, const ComparedColumn& column, float y, const Choice& choice, const char* what,
                  std::optional<int>& clicked) {
    constexpr float label = 64;
    ui.text({column.left, y + 12}, Font::note, ui.theme.dim, what, {.vertical = VerticalAlign::middle});
    Choice placed = choice;
    placed.width = std::min(column.width() - label, 420.0f);
    clicked = choose_number(ui, {column.left + label, y}, placed);
    return y + 32;
}

/// Pictures side by side, by their places among the panes.
using PaneLine = std::vector<std::size_t>;

float line_width(const ComparedColumn& column, std::size_t panes) {
    const auto count = static_cast<float>(panes);
    return (column.width() - (count - 1) * gap) / count;
}

/// All three in a line, or where that is too narrow A beside B and the difference by itself. While the difference is shown it is
/// the first thing that is seen.
std::vector<PaneLine> lines_of(const ComparedColumn& column, ComparedSide shown) {
    constexpr std::size_t a = 0, b = 1, difference = 2;
    const bool first = shown == ComparedSide::difference;
    constexpr float narrowest_first = 360;  // so that the difference is large where it is what is shown
    if (line_width(column, 3) >= (first ? narrowest_first : narrowest))
        return {first ? PaneLine{difference, a, b} : PaneLine{a, b, difference}};
    std::vector<PaneLine> lines{{a, b}};
    constexpr float narrowest_half = 200;
    if (line_width(column, 2) < narrowest_half) lines = {{a}, {b}};
    lines.insert(first ? lines.begin() : lines.end(), {difference});
    return lines;
}

}  // namespace

float draw_compared_title(Ui& ui, const ComparedColumn& column, float y, const ComparedTensor& tensor) {
    const TensorInfo* info = tensor.difference.b->info(tensor.path);
    if (!info) info = tensor.difference.a->info(tensor.path);
    ui.text({column.left, y}, Font::title, colour_of(info->role, ui.theme), info->symbol, {.max_width = column.width()});
    ui.text({column.left, y + 25}, Font::mono, ui.theme.text, tensor.path, {.max_width = column.width()});
    const Rect said = ui.paragraph({column.left, y + 45}, Font::note, ui.theme.dim,
                                   change_sentence(*tensor.difference.find(tensor.path)), {.width = column.width()});
    ui.place("compare/change", said);
    return said.max.y + 12;
}

float draw_compared_facets(Ui& ui, const ComparedColumn& column, float y, const ComparedTensor& tensor) {
    const Run& run = tensor.difference.b->info(tensor.path) ? *tensor.difference.b : *tensor.difference.a;
    const Layout layout = run.find(tensor.path).layout;
    const auto size = [&](Axis axis) {
        const int place = layout.find(axis);
        return place < 0 || layout.rank < 3 ? 1 : static_cast<int>(layout.shape[static_cast<std::size_t>(place)]);
    };
    const Selection& selection = tensor.state.selection;
    std::optional<int> clicked;
    if (const int sentences = size(Axis::batch); sentences > 1) {
        const int chosen = std::min(static_cast<int>(selection.sentence), sentences - 1);
        y = draw_choice(ui, column, y, {.prefix = "sentence", .count = sentences, .selected = chosen, .colour = ui.theme.accent},
                        "sentence", clicked);
        if (clicked) tensor.commands.push_back(SelectSentence{*clicked});
    }
    if (const int heads = size(Axis::head); heads > 1) {
        const int chosen = std::min(static_cast<int>(selection.head), heads - 1);
        y = draw_choice(ui, column, y, {.prefix = "head", .count = heads, .selected = chosen, .colour = ui.theme.attention}, "head",
                        clicked);
        if (clicked) tensor.commands.push_back(SelectHead{*clicked});
    }
    return y + 6;
}

float draw_compared_pictures(Ui& ui, const ComparedColumn& column, float y, float height, const ComparedTensor& tensor) {
    const Panes panes = panes_of(tensor);
    const float limit = common_limit(panes);
    std::array<DrawnPane, 3> drawn;
    float bottom = y - gap;
    for (const PaneLine& line : lines_of(column, tensor.state.of<ComparisonView>().side)) {
        const float top = bottom + gap, width = line_width(column, line.size());
        float x = column.left;
        for (const std::size_t i : line) {
            drawn[i] = draw_pane(ui, rect_at({x, top}, width, height), panes[i], tensor, limit);
            bottom = std::max(bottom, drawn[i].bottom);
            x += width + gap;
        }
    }
    std::optional<Index> pointed;
    for (const DrawnPane& pane : drawn) {
        if (pane.output.hovered) pointed = pane.output.hovered;
    }
    for (const DrawnPane& pane : drawn) {
        const bool has = pointed && !pane.output.hovered && pane.cells.tensor.present();
        if (has && pane.cells.tensor.layout.contains(*pointed)) frame_pointed(ui, pane.output.layout, pane.cells, *pointed);
    }
    const bool selected = tensor.state.selection.tensor == tensor.path;
    if (!pointed && selected) pointed = tensor.state.selection.cell;
    return draw_numbers(ui, column, bottom + 16, pointed, tensor);
}

void draw_compared_panel(Ui& ui, const Rect& area, const ComparedPanel& panel, const State& state, Commands& commands) {
    constexpr float margin = 24;
    const ComparedColumn column{area.min.x + margin, area.max.x - margin};
    const float top = begin_scroll(ui, panel.name, area, state) + 16;
    float y = ui.paragraph({column.left, top}, Font::title, ui.theme.text, panel.title, {.width = column.width()}).max.y + 8;
    if (!panel.text.empty())
        y = ui.paragraph({column.left, y}, Font::note, ui.theme.dim, panel.text, {.width = column.width()}).max.y + 14;
    const float height = std::clamp(area.height() - (y - top) - 240, 180.0f, 520.0f);
    for (const std::string& path : panel.paths) {
        if (!state.run->difference->find(path)) continue;
        const ComparedTensor tensor{state, commands, *state.run->difference, path};
        y = draw_compared_title(ui, column, y, tensor);
        y = draw_compared_pictures(ui, column, y, height, tensor) + 16;
    }
    end_scroll(ui, panel.name, y + 8, commands);
}

void draw_single_run_only(Ui& ui, const Rect& area, std::string_view title, std::string_view text) {
    const float left = area.min.x + metrics::margin, width = area.width() - 2 * metrics::margin;
    ui.text({left, area.min.y + 16}, Font::title, ui.theme.text, title, {.max_width = width});
    ui.paragraph({left, area.min.y + 46}, Font::note, ui.theme.dim, text, {.width = width});
}

}  // namespace vitrine
