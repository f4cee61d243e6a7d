#include <algorithm>

#include <fmt/format.h>

#include "app/panel/compared.h"
#include "app/state/selection_commands.h"
#include "app/views/masks/parts.h"
#include "app/views/masks/view.h"
#include "app/views/masks/words.h"

namespace vitrine {

MaskScene make_mask_scene(const State& state, Commands& commands) {
    const std::shared_ptr<const Run> shown = run_with_test_masks(state);
    const Run& run = *shown;
    const AttentionPlace& place = state.of<MasksView>().place;
    const TensorInfo& mask = *run.outline().find(mask_tensor(state));
    return {
        .state = state,
        .commands = commands,
        .shown = shown,
        .place = place,
        .numbers = attention_of(*run.activations, place),
        .parts = run.of<MaskReadings>().parts(run),
        .pair = mask_pair(state),
        .asking = axis_labels(run, mask, 2, state.selection.sentence),
        .answering = axis_labels(run, mask, 3, state.selection.sentence),
        .next = side_of_queries(place.kind) == Side::target ? next_word_labels(run, state.selection.sentence) : NextWordLabels{}};
}

void MaskScene::choose(const TokenPair& tokens) const {
    commands.push_back(SelectCell{mask_tensor(state), {sentence(), 0, tokens.query, tokens.key}});
}

HeatmapStyle mask_style(const Theme& theme) {
    HeatmapStyle style = weight_style(theme);
    style.plus = mixed(theme.weight_zero, theme.attention, theme.kind == ThemeKind::dark ? 0.5f : 0.3f);
    return style;
}

std::string use_words(const Run& run, AttentionKind kind) {
    if (!run.has_both_stacks()) return "Self-attention";
    static constexpr const char* words[] = {"Encoder self-attention", "Decoder self-attention", "Cross-attention"};
    return words[static_cast<std::size_t>(kind)];
}

namespace {

void draw_mask_title(Ui& ui, Column& column, const MaskScene& scene) {
    const std::string title = fmt::format("{}: which query may attend to which key", use_words(scene.run(), scene.place.kind));
    const ParagraphOptions tight{.width = column.width(), .line_spacing = 1.1f};
    column.y = ui.paragraph(column.corner(), Font::title, ui.theme.text, title, tight).max.y + 6;
    column.paragraph(Font::note, ui.theme.dim, mask_purpose(scene.run(), scene.place, scene.sentence()), 14);
    if (const std::string words = tried_masks_words(scene.state.run->regime.design, scene.run().regime.design); !words.empty())
        ui.place("masks/tried", column.paragraph(Font::note, ui.theme.accent, words, 14));
}

/// Draws the parts of the test below one another or, in a wide column, side by side.
void draw_test(Ui& ui, Column& column, const State& state, Commands& commands) {
    constexpr float wide = 600;
    column.line(28, Font::title, ui.theme.text, "Leak test");
    column.paragraph(Font::note, ui.theme.dim, "Change a token that others may not attend to, and see what changes.", 16);
    if (column.width() < wide) {
        draw_leak_controls(ui, column, state, commands);
        return draw_leak_result(ui, column, state);
    }
    auto [left, right] = column.halves(40);
    draw_leak_controls(ui, left, state, commands);
    draw_leak_result(ui, right, state);
    column.go_below(left, right);
}

}  // namespace

void draw_masks(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference) {
        const std::string mask = mask_tensor(state), attention = mask.substr(0, mask.rfind('.'));
        const bool later = state.run->regime.design.mask_after_softmax;
        const ComparedPanel panel{.name = "masks",
                                  .title = "One mask in two runs",
                                  .text = fmt::format("1: visible only in B, −1: visible only in A. Below: the {} after the mask.",
                                                      later ? "weights" : "scores"),
                                  .paths = {mask, attention + (later ? ".weights" : ".masked_scores")}};
        return draw_compared_panel(ui, area, panel, state, commands);
    }
    const MaskScene scene = make_mask_scene(state, commands);
    Column column = begin_column(ui, "masks", area, state, metrics::wide_margin);
    const float top = column.y;
    draw_mask_title(ui, column, scene);
    // Leaves room for the row of scores below it in a window 800 high.
    const float height = std::clamp(area.height() - (column.y - top) - 450, 318.0f, 820.0f);
    draw_mask_equation(ui, column, height, scene);
    column.rule(18);
    draw_mask_broadcast(ui, column, scene);
    column.rule(18);
    draw_mask_row(ui, column, scene);
    if (area.max.x >= ui.size().x) {  // there is no column on the right
        column.rule(18);
        draw_test(ui, column, state, commands);
    }
    end_column(column, "masks", commands);
}

void draw_leak_test(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    if (!state.run) return;
    if (state.run->difference)
        return draw_single_run_only(ui, area, "Leak test", "The leak test runs on one run at a time: choose A or B above.");
    Column column = begin_column(ui, "masks-test", area, state);
    draw_test(ui, column, state, commands);
    end_column(column, "masks-test", commands);
}

}  // namespace vitrine
