#include <algorithm>

#include <fmt/format.h>

#include "app/state/selection_commands.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/parts.h"
#include "app/views/attention/view.h"
#include "app/widgets/controls.h"
#include "app/words/next_word.h"

namespace vitrine {

AttentionScene make_attention_scene(const State& state, Commands& commands) {
    const Run& run = *state.run;
    const AttentionPlace& place = state.of<AttentionView>().place;
    const HeadPlace head = shown_head(state);
    const TensorInfo& weights = *run.outline().find(attention_tensor(state, "weights"));
    return {.state = state,
            .commands = commands,
            .place = place,
            .head = head,
            .numbers = attention_of(*run.activations, place),
            .detail = run.of<AttentionReadings>().detail(run, place, head),
            .reading = run.of<AttentionReadings>().reading(run, place, head),
            .pair = attention_pair(state),
            .asking = axis_labels(run, weights, 2, head.sentence),
            .answering = axis_labels(run, weights, 3, head.sentence)};
}

std::string AttentionScene::next_behind(Size query) const {
    return side_of_queries(place.kind) == Side::target ? next_word_behind(run(), head.sentence, query) : "";
}

void AttentionScene::choose(const TokenPair& chosen) const {
    const std::string_view shown = stage_info(state.of<AttentionView>().stage, run().regime.design).tensor;
    commands.push_back(SelectCell{attention_tensor(state, shown.empty() ? "weights" : shown), cell(chosen)});
}

namespace {

/// The buttons scores | masked | weights | contribution | side by side, beginning at `left`; on two lines if one is too short.
void draw_stages(Ui& ui, Column& column, float left, std::span<const Segment> segments, const AttentionScene& scene) {
    constexpr float line = 28;
    const int selected = static_cast<int>(scene.state.of<AttentionView>().stage);
    const bool in_one = segmented_width(ui, segments) <= column.width();
    const std::size_t first_line = in_one ? segments.size() : segments.size() / 2 + 1;
    auto clicked = segmented(ui, {left, column.row(line).min.y}, segments.first(first_line), selected, ui.theme.dim);
    if (!in_one) {
        const int before = static_cast<int>(first_line);
        const auto below =
            segmented(ui, {left, column.row(line).min.y}, segments.subspan(first_line), selected - before, ui.theme.dim);
        if (below) clicked = before + *below;
    }
    if (clicked) scene.commands.push_back(SetAttentionStage{static_cast<AttentionStage>(*clicked)});
}

}  // namespace

void draw_attention_title(Ui& ui, Column& column, const AttentionScene& scene) {
    std::vector<Segment> segments;
    for (std::size_t i = 0; i < attention_stages().size(); ++i) {
        AttentionStageInfo stage = stage_info(static_cast<AttentionStage>(i), scene.run().regime.design);
        const bool is_contribution = static_cast<AttentionStage>(i) == AttentionStage::contribution;
        if (is_contribution && scene.place.kind == AttentionKind::alone)
            stage.tip = "the norm of the vector that a key really adds: weight · value";
        segments.push_back({"attention/stage/" + std::string(stage.name), std::string(stage.label), stage.tip});
    }
    const std::string title = attention_title(scene);
    const float wide = segmented_width(ui, segments);
    const bool beside = ui.width_of(Font::title, title) + 32 + wide <= column.width();
    ui.text({column.left, column.y + 12}, Font::title, ui.theme.text, title,
            {.max_width = column.width(), .vertical = VerticalAlign::middle});
    if (!beside) column.gap(34);
    draw_stages(ui, column, beside ? column.right - wide : column.left, segments, scene);
    column.gap(14);
}

namespace {

/// Draws what kind of head it is, and what reaches its words: below one another or, in a wide column, side by side.
void draw_reading(Ui& ui, Column& column, const AttentionScene& scene) {
    constexpr float wide = 640;
    if (column.width() < wide) {
        draw_attention_kind(ui, column, scene);
        draw_attention_without(ui, column, scene);
        return draw_attention_contributions(ui, column, scene);
    }
    auto [first, second] = column.halves(40);
    draw_attention_kind(ui, first, scene);
    draw_attention_without(ui, first, scene);
    second.gap(6);
    draw_attention_contributions(ui, second, scene);
    column.go_below(first, second);
}

}  // namespace

void draw_attention(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference) return draw_compared_heads(ui, area, state, commands);
    const AttentionScene scene = make_attention_scene(state, commands);
    Column column = begin_column(ui, "attention", area, state, metrics::wide_margin);
    const float top = column.y;
    draw_attention_title(ui, column, scene);
    // Leaves room for the explanation of a pair below it in a window 800 high.
    const float height = std::clamp(area.height() - (column.y - top) - 392, 294.0f, 760.0f);
    draw_attention_head(ui, column, height, scene);
    column.rule(18);
    draw_attention_products(ui, column, scene);
    if (area.max.x >= ui.size().x) {  // there is no column on the right
        column.rule(18);
        draw_reading(ui, column, scene);
    }
    end_column(column, "attention", commands);
}

void draw_attention_reading(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference) return draw_compared_reading(ui, area, state, commands);
    const AttentionScene scene = make_attention_scene(state, commands);
    Column column = begin_column(ui, "attention-reading", area, state);
    draw_reading(ui, column, scene);
    end_column(column, "attention-reading", commands);
}

}  // namespace vitrine
