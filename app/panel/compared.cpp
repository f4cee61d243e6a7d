#include "app/panel/compared.h"

#include <algorithm>
#include <array>

#include "app/compare/state.h"
#include "app/panel/aspect_choice.h"
#include "app/panel/tensor_picture.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/legend.h"
#include "app/words/changes.h"
#include "app/words/gradients.h"
#include "core/listing/cell_text.h"

namespace vitrine {

namespace {

constexpr float gap = 24, narrowest = 272, title_height = 24;

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

/// Whether the run has the numbers of the chosen aspect.
bool has_numbers(const Pane& pane, const ComparedTensor& tensor) {
    return pane.info && find_tensor(*pane.run, pane.info->path, tensor.aspect).present();
}

/// Why neither run has, or will have, a gradient of the tensor, so that both show its values. Empty if one of them has, or if the
/// values are shown anyway. A reason that both share is given once.
std::string why_neither_has_gradient(const ComparedTensor& tensor) {
    if (tensor.aspect == Aspect::value) return "";
    std::vector<std::string> reasons;
    for (const auto& [name, run] : {std::pair{"A", tensor.difference.a.get()}, std::pair{"B", tensor.difference.b.get()}}) {
        if (!run->find(tensor.path).present()) continue;
        if (!has_no_gradient(*run, tensor.path)) return "";
        reasons.push_back(why_no_gradient(*run, *run->info(tensor.path)));
    }
    if (reasons.empty()) return "";
    const bool same = reasons.front() == reasons.back();
    return (same ? reasons.front() : "A: " + reasons.front() + " B: " + reasons.back()) + " The values are shown.";
}

/// Common colours for A and B.
HeatmapStyle common_style(const Ui& ui, const Panes& panes, const ComparedTensor& tensor) {
    const State& state = tensor.state;
    std::vector<TensorOfRun> both;
    for (const Pane& pane : {panes[0], panes[1]}) {
        if (has_numbers(pane, tensor)) both.push_back({*pane.run, *pane.info});
    }
    return common_style(ui, both, {state.selection, state.share_colours, tensor.aspect});
}

TensorViewInput input_of(const Ui& ui, const Pane& pane, const ComparedTensor& tensor, const HeatmapStyle& common) {
    const State& state = tensor.state;
    const std::string anchor = pane.anchor + std::string(shows_values(tensor.aspect) ? "" : "/slopes");
    TensorViewInput input =
        tensor_picture(ui, anchor, {*pane.run, *pane.info}, {state.selection, state.share_colours, tensor.aspect});
    if (!pane.info->is_change) input.style = common;
    return input;
}

/// What is drawn instead of a picture that cannot be shown. Why a run has no gradient is said once, in the place of that run.
float draw_missing(Ui& ui, const Rect& area, const Pane& pane, const TensorChange& change) {
    const bool is_run = pane.run->difference == nullptr, fits = is_run || change.fit == Fit::same_shape;
    const std::string text = is_run && pane.info ? why_no_gradient(*pane.run, *pane.info)
                             : is_run            ? "This run has no such tensor."
                             : fits              ? "The gradient is not available in both runs, so there is no difference to show."
                                                 : change_sentence(change);
    return ui.paragraph({area.min.x, area.min.y + 6}, Font::note, ui.theme.dim, text, {.width = area.width()}).max.y;
}

DrawnPane draw_pane(Ui& ui, const Rect& area, const Pane& pane, const ComparedTensor& tensor, const HeatmapStyle& common) {
    const Rect title = ui.text(area.min, Font::body_strong, ui.theme.text, pane.title, {.max_width = area.width()});
    if (!shows_values(tensor.aspect))
        ui.text({title.max.x + 8, title.min.y + 1}, Font::note, ui.theme.dim, word_of(tensor.aspect),
                {.max_width = area.max.x - title.max.x - 8});
    const Rect room{{area.min.x, area.min.y + title_height}, area.max};
    const TensorChange& change = *tensor.difference.find(tensor.path);
    const bool is_change = pane.run->difference != nullptr;
    if (!has_numbers(pane, tensor) || (is_change && change.fit != Fit::same_shape))
        return {{}, {}, draw_missing(ui, room, pane, change)};
    const TensorViewInput input = input_of(ui, pane, tensor, common);
    DrawnPane drawn{tensor_view(ui, room, input), input.cells, 0};
    drawn.bottom = drawn.output.used.max.y;
    if (drawn.output.clicked) tensor.commands.push_back(SelectCell{tensor.path, *drawn.output.clicked});
    if (input.style.scale == HeatmapStyle::Scale::ids) return drawn;
    Column below{ui, area.min.x, area.max.x, drawn.bottom + 12};
    legend(ui, below, 200, input.style);
    drawn.bottom = below.y;
    return drawn;
}

/// The numbers of the cell under the pointer, or of the selected cell, in all three pictures.
void draw_numbers(Ui& ui, Column& column, const std::optional<Index>& cell, const ComparedTensor& tensor) {
    const Panes panes = panes_of(tensor);
    const float top = column.y;
    if (!cell) {
        column.line(44, Font::note, ui.theme.faint, "Point at a cell to read it in both runs, click to keep it.");
        return;
    }
    constexpr float narrow = 460, line = 19, between = 28;
    float x = column.left;
    for (const Pane& pane : panes) {
        const bool has = has_numbers(pane, tensor) && pane.run->find(tensor.path).layout.contains(*cell);
        const float left = ui.text({x, column.y}, Font::note, ui.theme.dim, pane.title).max.x + 8;
        const Rect number = ui.text({left, column.y}, Font::mono_strong, pane.run->difference ? ui.theme.accent : ui.theme.text,
                                    has ? number_text(*pane.run, *pane.info, *cell, tensor.aspect) : "none",
                                    {.max_width = std::max(line, column.right - left)});
        if (column.width() < narrow && &pane != &panes.back()) column.gap(line);
        x = column.width() < narrow ? column.left : number.max.x + between;
    }
    column.gap(20);
    const Pane& whose = panes[1].info && panes[1].run->find(tensor.path).layout.contains(*cell) ? panes[1] : panes[0];
    column.line(16, Font::note, ui.theme.dim, cell_words(*whose.run, *whose.info, *cell));
    ui.place(shows_values(tensor.aspect) ? "compare/numbers" : "compare/slopes", column.since(top));
    column.gap(8);
}

/// Pictures side by side, as indices of panes.
using PaneLine = std::vector<std::size_t>;

float line_width(const Column& column, std::size_t panes) {
    const auto count = static_cast<float>(panes);
    return (column.width() - (count - 1) * gap) / count;
}

/// All three in a line or, where that is too narrow, A beside B and the difference in a line of its own. If the difference is
/// what is shown, it comes first.
std::vector<PaneLine> lines_of(const Column& column, ComparedSide shown) {
    constexpr std::size_t a = 0, b = 1, difference = 2;
    const bool first = shown == ComparedSide::difference;
    constexpr float narrowest_first = 360;  // so that the difference is large if it is what is shown
    if (line_width(column, 3) >= (first ? narrowest_first : narrowest))
        return {first ? PaneLine{difference, a, b} : PaneLine{a, b, difference}};
    std::vector<PaneLine> lines{{a, b}};
    constexpr float narrowest_half = 200;
    if (line_width(column, 2) < narrowest_half) lines = {{a}, {b}};
    lines.insert(first ? lines.begin() : lines.end(), {difference});
    return lines;
}

}  // namespace

void draw_compared_title(Ui& ui, Column& column, const ComparedTensor& tensor) {
    const TensorInfo* info = tensor.difference.b->info(tensor.path);
    if (!info) info = tensor.difference.a->info(tensor.path);
    column.line(25, Font::title, colour_of(info->role, ui.theme), info->symbol);
    if (why_neither_has_gradient(tensor).empty())
        draw_aspect_title(ui, column, "compare/numbers-shown", *tensor.difference.b, tensor.aspect);
    column.line(20, Font::mono, ui.theme.text, tensor.path);
    const Rect said = column.paragraph(
        Font::note, ui.theme.dim,
        (shows_values(tensor.aspect) ? "" : "Of its values: ") + change_sentence(*tensor.difference.find(tensor.path)), 12);
    ui.place("compare/change", said);
}

void draw_compared_facets(Ui& ui, Column& column, const ComparedTensor& tensor) {
    const Run& run = tensor.difference.b->info(tensor.path) ? *tensor.difference.b : *tensor.difference.a;
    const Layout layout = run.find(tensor.path).layout;
    /// "sentence  1 2 3", if there are several. Returns the one that was clicked.
    const auto choose = [&](Axis axis, const char* name, Size selected, Colour colour) -> std::optional<int> {
        const int place = layout.find(axis);
        const int count = place < 0 || layout.rank < 3 ? 1 : static_cast<int>(layout.shape[static_cast<std::size_t>(place)]);
        if (count <= 1) return std::nullopt;
        const int chosen = std::min(static_cast<int>(selected), count - 1);
        const auto clicked =
            column.choice(name, 64, {.prefix = name, .count = count, .selected = chosen, .width = 420, .colour = colour});
        column.gap(8);
        return clicked;
    };
    const Selection& selection = tensor.state.selection;
    if (const auto clicked = choose(Axis::batch, "sentence", selection.sentence, ui.theme.accent))
        tensor.commands.push_back(SelectSentence{*clicked});
    if (const auto clicked = choose(Axis::head, "head", selection.head, ui.theme.attention))
        tensor.commands.push_back(SelectHead{*clicked});
    column.gap(6);
}

void draw_compared_pictures(Ui& ui, Column& column, float height, const ComparedTensor& tensor) {
    if (const std::string why = why_neither_has_gradient(tensor); !why.empty()) {
        ui.place("compare/no-gradient", column.paragraph(Font::note, ui.theme.dim, why, 12));
        ComparedTensor values = tensor;
        values.aspect = Aspect::value;
        return draw_compared_pictures(ui, column, height, values);
    }
    if (tensor.aspect == Aspect::both) {
        ComparedTensor one = tensor;
        for (const Aspect aspect : {Aspect::value, Aspect::gradient}) {
            one.aspect = aspect;
            draw_compared_pictures(ui, column, height, one);
        }
        return;
    }
    const Panes panes = panes_of(tensor);
    const HeatmapStyle common = common_style(ui, panes, tensor);
    std::array<DrawnPane, 3> drawn;
    for (const PaneLine& line : lines_of(column, tensor.state.of<ComparisonView>().side)) {
        const Rect row = rect_at(column.corner(), column.width(), height);
        for (std::size_t i = 0; i < line.size(); ++i) {
            DrawnPane& pane = drawn[line[i]];
            pane = draw_pane(ui, row.part(i, line.size(), gap), panes[line[i]], tensor, common);
            column.y = std::max(column.y, pane.bottom);
        }
        column.gap(gap);
    }
    column.gap(16 - gap);
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
    draw_numbers(ui, column, pointed, tensor);
}

void draw_compared_panel(Ui& ui, const Rect& area, const ComparedPanel& panel, const State& state, Commands& commands) {
    Column column = begin_column(ui, panel.name, area, state, metrics::wide_margin);
    const float top = column.y;
    column.paragraph(Font::title, ui.theme.text, panel.title, 8);
    if (!panel.text.empty()) column.paragraph(Font::note, ui.theme.dim, panel.text, 14);
    const float height = std::clamp(area.height() - (column.y - top) - 240, 180.0f, 520.0f);
    for (const std::string& path : panel.paths) {
        if (!state.run->difference->find(path)) continue;
        const ComparedTensor tensor{state, commands, *state.run->difference, path, state.aspect};
        draw_compared_title(ui, column, tensor);
        draw_compared_pictures(ui, column, height, tensor);
        column.gap(16);
    }
    end_column(column, panel.name, commands);
}

void draw_single_run_only(Ui& ui, const Rect& area, std::string_view title, std::string_view text) {
    Column column = column_in(ui, area, metrics::margin, 16);
    column.line(30, Font::title, ui.theme.text, title);
    column.paragraph(Font::note, ui.theme.dim, text);
}

}  // namespace vitrine
