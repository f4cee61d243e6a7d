/// Figures of attention: the shown head, all heads beside it, and the lines between words.

#include "app/panel/figure.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/panel/printed_tensor.h"
#include "app/views/attention/parts.h"
#include "app/views/attention/view.h"
#include "app/widgets/tensor/printed_cells.h"
#include "app/widgets/tensor/token_lines.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

std::string attention_refusal(const State& state) {
    if (!state.run) return "no model is open";
    if (state.run->difference) return "two runs are compared: show one of them, with Shift+A or Shift+B";
    return missing_head_words(*state.run, state.of<AttentionView>().place, shown_head(state));
}

/// The tensor of the shown stage, if it is one.
std::string tensor_of_stage(const State& state) {
    const std::string_view tensor = stage_info(state.of<AttentionView>().stage, state.run->regime.design).tensor;
    return tensor.empty() ? "" : attention_tensor(state, tensor);
}

std::string head_refusal(const State& state) {
    if (std::string why = attention_refusal(state); !why.empty()) return why;
    const AttentionStage stage = state.of<AttentionView>().stage;
    if (stage == AttentionStage::side_by_side) return "side by side are several pictures: choose scores, masked or weights";
    const std::string tensor = tensor_of_stage(state);
    if (!tensor.empty() && lacks_gradient(state, *state.run->info(tensor))) return tensor + " has no gradient";
    return "";
}

std::string heads_refusal(const State& state) {
    if (std::string why = head_refusal(state); !why.empty()) return why;
    return tensor_of_stage(state).empty() ? "contributions are computed for one head at a time" : "";
}

float draw_contributions(Ui& ui, const Rect& room, const State& state) {
    Commands unheard;
    const AttentionScene scene = make_attention_scene(state, unheard);
    const TensorInfo& weights = *scene.run().outline().find(attention_tensor(state, "weights"));
    PrintedCells printed;
    printed.planes = {
        {{.tensor = view(scene.detail.contributions), .generation = scene.detail.generation, .mask = view(scene.detail.mask)}}};
    printed.style = contribution_style(ui.theme, scene.detail.largest_contribution);
    printed.row_labels = scene.asking;
    printed.column_labels = scene.answering;
    printed.row_title = axis_title(scene.run(), weights, 2, "↓");
    printed.column_title = axis_title(scene.run(), weights, 3, "→");
    if (scene.detail.hides) printed.note = "hatched: hidden by the mask";
    return printed_cells(ui, room, printed);
}

float draw_heads_of(Ui& ui, const Rect& room, const State& state, Size first, int facets) {
    const std::string path = tensor_of_stage(state);
    const TensorInfo& info = *state.run->info(path);
    const Aspect aspect = state.aspect == Aspect::both ? Aspect::value : state.aspect;
    const Plane plane = plane_of(state.run->find(path).layout, shown_head(state).sentence, first);
    return print_tensor(ui, room, {*state.run, info, plane, facets, aspect},
                        [&](const Plane& one) { return picture_of(*state.run, info, one, ui.theme, state.share_colours, aspect); });
}

float draw_head_figure(Ui& ui, const Rect& room, const State& state) {
    if (tensor_of_stage(state).empty()) return draw_contributions(ui, room, state);
    return draw_heads_of(ui, room, state, shown_head(state).head, -1);
}

float draw_heads_figure(Ui& ui, const Rect& room, const State& state) {
    return draw_heads_of(ui, room, state, 0, state.run->find(tensor_of_stage(state)).layout.find(Axis::head));
}

std::string lines_refusal(const State& state) {
    if (std::string why = attention_refusal(state); !why.empty()) return why;
    Commands unheard;
    const AttentionScene scene = make_attention_scene(state, unheard);
    if (std::max(scene.asking.count(), scene.answering.count()) <= most_line_words) return "";
    return fmt::format("lines are drawn between at most {} tokens, and this sentence has more", most_line_words);
}

TokenColumn whole_sentence(const Labels& labels) {
    TokenColumn column;
    for (Size word = 0; word < labels.count(); ++word) column.words.push_back(labels[word]);
    return column;
}

float draw_lines_figure(Ui& ui, const Rect& room, const State& state) {
    constexpr float pitch = 17, heading = 20, below = 8;
    Commands unheard;
    const AttentionScene scene = make_attention_scene(state, unheard);
    const int percent = state.of<AttentionView>().share;
    const LinesAsked asked{.around = scene.tokens(), .share = percent / 100.0};
    std::vector<TokenLine> lines;
    for (const WordLine& one : scene.run().of<AttentionReadings>().lines(scene.run(), scene.place, scene.head, asked).lines)
        lines.push_back({static_cast<int>(one.query), static_cast<int>(one.key), one.weight});
    const auto words = static_cast<float>(std::max(scene.asking.count(), scene.answering.count()));
    const Rect area = rect_at({room.min.x, room.min.y + heading}, room.width(), pitch * words);
    const TokenLinesInput input{.name = "attention/lines",
                                .left = whole_sentence(scene.asking),
                                .right = whole_sentence(scene.answering),
                                .lines = lines,
                                .colour = ui.theme.attention,
                                .most_for_words = 0.45f};
    const TensorInfo& weights = *scene.run().outline().find(attention_tensor(state, "weights"));
    ui.text(room.min, Font::label, ui.theme.dim, axis_title(scene.run(), weights, 2, "→"));
    ui.text({room.max.x, room.min.y}, Font::label, ui.theme.dim, axis_title(scene.run(), weights, 3, "←"), {.align = Align::right});
    const TokenLinesOutput output = token_lines(ui, area, input);
    if (output.left_out > 0) throw Error(fmt::format("{} lines are too many to tell apart", lines.size()));
    const std::string share =
        fmt::format("lines until {} % of the attention of each {} is drawn", percent, asker(scene.place.kind));
    return ui.paragraph({room.min.x, area.max.y + below}, Font::label, ui.theme.dim, share, {.width = room.width()}).max.y;
}

}  // namespace

std::span<const FigureKind> attention_figures() {
    static constexpr FigureKind list[] = {{"head", "This head", head_refusal, draw_head_figure},
                                          {"heads", "All heads", heads_refusal, draw_heads_figure},
                                          {"lines", "Lines", lines_refusal, draw_lines_figure}};
    return list;
}

}  // namespace vitrine
