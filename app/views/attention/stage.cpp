/// Draws one head large: its scores, weights or contribution.

#include <algorithm>

#include <fmt/format.h>

#include "app/state/selection_commands.h"
#include "app/views/attention/pair_words.h"
#include "app/widgets/chart/axis.h"
#include "app/widgets/legend.h"
#include "app/widgets/tensor/tensor_view.h"
#include "app/words/gradients.h"
#include "app/words/next_word.h"

namespace vitrine {

namespace {

/// "query ↓ target"; of a model that does not read two sequences "query ↓".
std::string axis_title(std::string what, Side side, const Run& run) {
    return run.has_both_stacks() ? fmt::format("{} {}", what, name(side)) : what;
}

TensorViewInput labelled(const AttentionScene& scene) {
    TensorViewInput input;
    input.row_labels = scene.asking;
    input.column_labels = scene.answering;
    input.row_title = axis_title("query ↓", side_of_queries(scene.place.kind), scene.run());
    input.column_title = axis_title("key →", side_of_keys(scene.place.kind), scene.run());
    if (side_of_queries(scene.place.kind) == Side::target &&
        scene.state.of<AttentionView>().stage != AttentionStage::side_by_side) {
        const NextWordLabels next = next_word_labels(scene.run(), scene.head.sentence);
        input.row_ends = next.words, input.row_ends_title = next.title;
    }
    input.largest_cell = 96;
    input.least_cell = {52, 0};  // room for as many digits as in the texts, if there is space
    return input;
}

/// A picture and its legend.
struct Drawn {
    TensorViewOutput output;
    PlanePicture picture;
};

/// Draws a tensor that the run has recorded, in one aspect.
Drawn draw_recorded(Ui& ui, const Rect& area, AttentionStage stage, Aspect aspect, const AttentionScene& scene) {
    const std::string path = attention_tensor(scene.state, stage_info(stage, scene.run().regime.design).tensor);
    const TensorInfo& info = *scene.run().outline().find(path);
    const Plane plane = plane_of(scene.run(), info, scene.head.sentence, scene.head.head);
    const PlanePicture picture = picture_of(scene.run(), info, plane, ui.theme, scene.state.share_colours, aspect);
    TensorViewInput input = labelled(scene);
    input.name = picture_anchor(path, aspect);
    input.often_small = aspect != Aspect::value;
    input.cells = picture.cells;
    input.style = picture.style;
    input.frame = ui.theme.attention;
    (scene.pair.chosen ? input.selected : input.pointed) = scene.cell(scene.tokens());
    const TensorViewOutput output = tensor_view(ui, area, input);
    if (output.hovered) ui.note(cell_note(scene.state, info, *output.hovered), output.used);
    if (output.clicked) scene.commands.push_back(SelectCell{path, *output.clicked});
    return {output, picture};
}

/// Draws the contribution, which is computed from recorded tensors.
Drawn draw_contribution(Ui& ui, const Rect& area, const AttentionScene& scene) {
    TensorViewInput input = labelled(scene);
    input.name = "attention/contribution";
    input.cells = {
        .tensor = view(scene.detail.contributions), .generation = scene.detail.generation, .mask = view(scene.detail.mask)};
    input.style = contribution_style(ui.theme, scene.detail.largest_contribution);
    input.frame = ui.theme.value;
    (scene.pair.chosen ? input.selected : input.pointed) = Index{scene.tokens().query, scene.tokens().key};
    const TensorViewOutput output = tensor_view(ui, area, input);
    if (output.hovered) ui.note(contribution_note(scene, {(*output.hovered)[0], (*output.hovered)[1]}), output.used);
    if (output.clicked) scene.choose({(*output.clicked)[0], (*output.clicked)[1]});
    return {output, {input.cells, input.style}};
}

/// Draws a remark on the left, and on the right the entropy of the chosen query's row; below if both are too long.
void draw_remarks(Ui& ui, Column& column, AttentionStage stage, Aspect aspect, const AttentionScene& scene) {
    if (aspect != Aspect::value) {
        const std::string caption = caption_of_numbers(scene.run(), aspect);
        const bool fits = ui.width_of(Font::note, caption) <= column.width();
        column.line(18, Font::note, ui.theme.dim, fits ? caption : word_of(aspect));
        return;
    }
    const Rect left = column.line(18, Font::note, ui.theme.dim, stage_remark(stage, scene));
    const auto row = row_entropy(scene.detail.weights, scene.tokens().query);
    if (!row || scene.state.of<AttentionView>().stage != AttentionStage::weights) return;
    const std::string text = "entropy of " + scene.query_name() + " " + entropy_text(*row);
    if (left.max.x + 16 + ui.width_of(Font::note, text) <= column.right) {
        ui.text({column.right, left.min.y}, Font::note, ui.theme.dim, text, {.align = Align::right});
    } else {
        const bool fits = ui.width_of(Font::note, text) <= column.width();
        column.line(18, Font::note, ui.theme.dim, fits ? text : "entropy of the row " + entropy_text(*row));
    }
}

/// Draws the stage in one aspect.
StagePicture draw_aspect(Ui& ui, const Rect& area, AttentionStage stage, Aspect aspect, const AttentionScene& scene) {
    constexpr float words = 76, least_width = 240;
    const Rect room{area.min, {area.max.x, area.max.y - words}};
    const auto [output, picture] =
        stage == AttentionStage::contribution ? draw_contribution(ui, room, scene) : draw_recorded(ui, room, stage, aspect, scene);
    const Rect& grid = output.layout.area;
    const float right = std::min(area.max.x, std::max(grid.max.x, grid.min.x + least_width));
    Column below{ui, grid.min.x, right, output.used.max.y + 10};
    draw_remarks(ui, below, stage, aspect, scene);
    below.gap(6);
    legend_of(ui, below, 240, fmt::format("attention/legend/{}", stage_info(stage, scene.run().regime.design).name), picture,
              scene.state, scene.commands);
    return {grid, {std::max(right, output.used.max.x), below.y}};
}

}  // namespace

HeatmapStyle contribution_style(const Theme& theme, Scalar highest) {
    HeatmapStyle style = weight_style(theme, 0, std::max(1e-6f, static_cast<float>(highest)));
    style.plus = theme.value;
    return style;
}

StagePicture draw_attention_stage(Ui& ui, const Rect& area, AttentionStage stage, const AttentionScene& scene) {
    // The contribution has no gradient: it is computed only for this view, and the loss does not depend on it.
    if (stage == AttentionStage::contribution) return draw_aspect(ui, area, stage, Aspect::value, scene);
    const TensorInfo& info =
        *scene.run().outline().find(attention_tensor(scene.state, stage_info(stage, scene.run().regime.design).tensor));
    const auto draw_reason = [&](ImVec2 at) {
        return ui.paragraph(at, Font::note, ui.theme.dim, why_no_gradient(scene.run(), info), {.width = area.width()});
    };
    const Aspect aspect = shown_aspect(scene.state, info);
    if (awaits_gradient(scene.state, info)) {
        const Rect said = draw_reason({area.min.x, area.min.y + 20});
        return {said, said.max};
    }
    if (aspect != Aspect::both) return draw_aspect(ui, area, stage, aspect, scene);
    StagePicture picture = draw_aspect(ui, area, stage, Aspect::value, scene);
    const ImVec2 below{area.min.x, picture.end.y + 20};
    picture.end.y = find_gradient(scene.run(), info.path).present()
                        ? draw_aspect(ui, rect_at(below, area.width(), area.height()), stage, Aspect::gradient, scene).end.y
                        : draw_reason(below).max.y;
    return picture;
}

}  // namespace vitrine
