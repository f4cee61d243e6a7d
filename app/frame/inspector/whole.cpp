#include <algorithm>

#include <fmt/format.h>

#include "app/frame/inspector/parts.h"
#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/selection_commands.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr float facet_gap = 8, smallest_facet = 28, largest_facet = 84, number_width = 18;
constexpr Size most_facets = 256;

/// A small picture of one sentence and, if the tensor has heads, of one head.
struct Facet {
    Size sentence, head;
    bool has_heads;
    float widest;
};

/// Draws a facet and returns its area.
Rect draw_facet(Ui& ui, ImVec2 corner, const Facet& facet, const InspectorScene& scene) {
    const State& state = scene.state;
    const TensorInfo& info = *selected_tensor(state);
    const Plane plane = plane_of(state.run->find(info.path).layout, facet.sentence, facet.head);
    const PlanePicture picture = picture_of(*state.run, info, plane, ui.theme, state.share_colours, shown_aspect(state, info));
    const ImVec2 size = thumbnail_size(picture.cells.rows(), picture.cells.columns(), {facet.widest, 64});
    const Rect area = rect_at(corner, std::max(8.0f, size.x), std::max(8.0f, size.y));
    if (ui.sees(area)) add_heatmap(ui.list, ui.heatmaps, area, picture.cells, picture.style);

    const Interaction does = ui.control(fmt::format("facet/{}/{}", facet.sentence, facet.head), area);
    const bool shown = facet.sentence == state.selection.sentence && (!facet.has_heads || facet.head == state.selection.head);
    ui.frame(area.inset(-2), shown ? ui.theme.text : does.hovered ? ui.theme.dim : ui.theme.line, 3, shown ? 1.5f : 1.0f);
    if (does.hovered) {
        ui.note(
            {fmt::format("sentence {}", facet.sentence + 1) + (facet.has_heads ? fmt::format(", head {}", facet.head + 1) : "")});
    }
    if (does.clicked) {
        scene.commands.push_back(SelectSentence{facet.sentence});
        if (facet.has_heads) scene.commands.push_back(SelectHead{facet.head});
    }
    return area;
}

/// Lays facets out in lines from left to right.
struct FacetFlow {
    float left, right;
    ImVec2 at;
    float bottom;  ///< the lower end of the lowest facet so far

    void add(Ui& ui, const Facet& facet, const InspectorScene& scene) {
        const Rect area = draw_facet(ui, at, facet, scene);
        bottom = std::max(bottom, area.max.y);
        at.x = area.max.x + facet_gap;
        if (at.x + area.width() > right + 0.5f) at = {left, bottom + facet_gap};
    }
};

/// How many facets a tensor has, and how many of them are drawn.
struct FacetCounts {
    Size sentences = 1, heads = 1;

    explicit FacetCounts(const Layout& layout) {
        if (layout.rank < 3) return;
        sentences = layout.shape[0];
        if (const int axis = layout.find(Axis::head); axis >= 0) heads = layout.shape[static_cast<std::size_t>(axis)];
    }
    bool any() const { return heads * sentences > 1; }
    /// There are too many to tell them apart: only the heads of one sentence are drawn.
    bool one_sentence() const { return heads > 1 && heads * sentences > most_facets; }
    Size drawn_sentences() const { return one_sentence() ? 1 : std::min(sentences, most_facets); }

    std::string words() const {
        if (!any()) return "";
        if (one_sentence() || sentences == 1) return "heads of this sentence";
        if (heads > 1) return "sentences down, heads across";
        return drawn_sentences() < sentences ? fmt::format("the first {} sentences", drawn_sentences()) : "all sentences";
    }
};

void draw_facets(Ui& ui, Column& column, const InspectorScene& scene) {
    const State& state = scene.state;
    const FacetCounts facets(state.run->find(state.selection.tensor).layout);
    const Size heads = facets.heads;
    if (!facets.any()) return;

    column.gap(2);
    const float left = column.left + (heads > 1 ? number_width : 2);
    // Narrow enough for all heads of a sentence to fit in one line, if there are not too many.
    const auto count = static_cast<float>(heads);
    const float fitting = (column.right - left - (count - 1) * facet_gap) / count;
    const float widest = heads > 1 ? std::clamp(fitting, smallest_facet, largest_facet) : largest_facet;
    FacetFlow flow{left, column.right, {left, column.y}, column.y};
    const Size first = facets.one_sentence() ? state.selection.sentence : 0;
    for (Size b = first; b < first + facets.drawn_sentences(); ++b) {
        if (heads > 1) {
            const Colour colour = b == state.selection.sentence ? ui.theme.text : ui.theme.faint;
            ui.text({column.left, flow.at.y}, Font::label, colour, std::to_string(b + 1), {.max_width = number_width});
        }
        for (Size h = 0; h < heads; ++h) flow.add(ui, {b, h, heads > 1, widest}, scene);
        if (heads > 1) flow.at = {left, flow.bottom + facet_gap};
    }
    column.y = flow.bottom + part_gap;
}

void draw_odd_numbers(Ui& ui, Column& column, const Statistics& all) {
    std::string odd = all.nan ? fmt::format("{} NaN", all.nan) : "";
    if (all.infinite) odd += fmt::format("{}{} infinite", all.nan ? ", " : "", all.infinite);
    column.line(22, Font::note, all.nan ? ui.theme.error : ui.theme.dim,
                fmt::format("{} of {} numbers", odd, all.nan + all.infinite + all.finite));
}

void draw_statistics(Ui& ui, Column& column, const State& state) {
    const Run& run = *state.run;
    const std::string& path = state.selection.tensor;
    if (run.find(path).type != ElementType::scalar) return;
    const Statistics& all = statistics_of(run, path, shown_aspect(state, *selected_tensor(state)));
    const std::pair<const char*, double> entries[] = {
        {"min", all.minimum}, {"max", all.maximum}, {"mean", all.mean}, {"std dev", all.standard_deviation}};
    const float step = std::min(110.0f, column.width() / 4);
    ImVec2 at = column.row(40).min;
    for (const auto& [label, value] : entries) {
        ui.text(at, Font::label, ui.theme.dim, label);
        ui.text({at.x, at.y + 16}, Font::mono_small, ui.theme.text, statistic_text(all, value), {.max_width = step - 6});
        at.x += step;
    }
    if (all.nan + all.infinite > 0) draw_odd_numbers(ui, column, all);
}

}  // namespace

void draw_whole_tensor(Ui& ui, Column& column, const InspectorScene& scene) {
    const Layout layout = scene.state.run->find(scene.state.selection.tensor).layout;
    if (layout.rank < 3 && scene.state.run->find(scene.state.selection.tensor).type != ElementType::scalar) return;
    const TensorInfo& info = *selected_tensor(scene.state);
    if (awaits_gradient(scene.state, info) || lacks_change(*scene.state.run, info)) return;
    const Aspect aspect = shown_aspect(scene.state, info);
    column.title(aspect == Aspect::gradient  ? "WHOLE GRADIENT"
                 : aspect == Aspect::product ? "WHOLE VALUE × GRADIENT"
                                             : "WHOLE TENSOR",
                 FacetCounts(layout).words());
    draw_statistics(ui, column, scene.state);
    draw_facets(ui, column, scene);
}

}  // namespace vitrine
