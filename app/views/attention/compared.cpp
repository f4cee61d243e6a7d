/// Draws one head in two runs: its tensors side by side, and its kind in each run.

#include "app/panel/compared.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/views/attention/parts.h"
#include "app/widgets/chart/bars.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// The chosen stage in both runs. If it is not a single recorded tensor, the weights, masked scores and scores.
ComparedPanel compared_attention(const State& state) {
    const AttentionStage stage = state.of<AttentionView>().stage;
    const auto info = [&](AttentionStage which) { return stage_info(which, state.run->regime.design); };
    ComparedPanel panel{.name = "attention", .title = "One head in two runs", .text = {}, .paths = {}};
    const auto add = [&](AttentionStage which) { panel.paths.push_back(attention_tensor(state, info(which).tensor)); };
    if (stage == AttentionStage::side_by_side || info(stage).tensor.empty()) {
        panel.text = fmt::format("Weights, {} and scores. The contributions of a head are shown for one run: choose A or B.",
                                 state.run->regime.design.mask_after_softmax ? "unmasked weights" : "masked scores");
        for (const AttentionStage which : {AttentionStage::weights, AttentionStage::masked, AttentionStage::scores}) add(which);
    } else {
        panel.text =
            fmt::format("The chosen stage: {}. Lines, products and contributions are shown for A and B, not for the difference.",
                        info(stage).label);
        add(stage);
    }
    return panel;
}

const HeadReading* reading_in(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    return missing_head_words(run, place, head).empty() ? &run.of<AttentionReadings>().reading(run, place, head) : nullptr;
}

/// "0.73 of at most 1.79" in nats.
std::string entropy_of(const HeadReading* reading) { return reading && reading->mean ? entropy_text(*reading->mean) : "–"; }

/// Draws "A" or "B", and the head's kind in that run, or why it has none.
void draw_kind(Ui& ui, Column& column, const char* side, const HeadReading* reading, const std::string& missing, AttentionKind of) {
    ui.text(column.corner(), Font::body_strong, ui.theme.accent, side);
    Column words = column.from(column.left + 22);
    words.paragraph(Font::note, ui.theme.text, reading ? kind_text(*reading, of) : missing, 2);
    if (reading && reading->mean) {
        const std::string even = reading->evenness() ? evenness_text(*reading->evenness()) + ", " : "";
        words.paragraph(Font::note, ui.theme.dim, even + "mean entropy " + entropy_of(reading) + " nats");
    }
    column.y = words.y + 10;
}

/// Draws how similar the head is to a pattern in both runs, A above B.
void draw_likeness(Ui& ui, Column& column, AttentionPattern pattern, const ComparedReadings& both) {
    const auto like_of = [&](const HeadReading* reading) { return reading ? reading->of(pattern) : std::nullopt; };
    const Size most = std::max(both.a ? both.a->queries : 0, both.b ? both.b->queries : 0);
    const auto text = [&](const std::optional<Likeness>& of) { return of ? counted_likeness(*of, most) : "–"; };
    const auto share = [](const std::optional<Likeness>& of) { return of ? of->value : 0; };
    const std::optional<Likeness> a = like_of(both.a), b = like_of(both.b);
    if (!a && !b) return;
    const std::array bars{Bar{share(a), ui.theme.dim, text(a)}, Bar{share(b), ui.theme.attention, text(b)}};
    const BarRow row{.name = fmt::format("attention/like/{}", static_cast<int>(pattern)),
                     .label = pattern_word(pattern),
                     .bars = bars,
                     .mark = {},
                     .label_width = 110,
                     .strong = (both.a && both.a->kind == pattern) || (both.b && both.b->kind == pattern)};
    if (bar_row(ui, column.row(bar_row_height(2)).min, column.width(), row).hovered)
        ui.note({fmt::format("{}  {}", pattern_word(pattern), change_words(text(a), text(b))), pattern_text(pattern)});
}

void draw_readings(Ui& ui, Column& column, const State& state) {
    const AttentionPlace& place = state.of<AttentionView>().place;
    const RunDifference& difference = *state.run->difference;
    const HeadPlace head = shown_head(state);
    const ComparedReadings both = compared_readings(difference, place, head);
    const float top = column.y;
    column.line(30, Font::title, ui.theme.text, "This head");
    draw_kind(ui, column, "A", both.a, missing_head_words(*difference.a, place, head), place.kind);
    draw_kind(ui, column, "B", both.b, missing_head_words(*difference.b, place, head), place.kind);
    ui.place("attention/kind-of-head", column.since(top));
    column.gap(8);
    column.title("FIT TO KNOWN KINDS", "A above, B below", 8);
    column.line(18, Font::label, ui.theme.faint, counted_meaning(place.kind));
    for (const AttentionPattern pattern : patterns_of(place.kind)) draw_likeness(ui, column, pattern, both);
    column.gap(12);
    column.paragraph(Font::note, ui.theme.dim,
                     fmt::format("What its {} really get from it is shown for one run: choose A or B above.",
                                 place.kind == AttentionKind::alone ? "queries" : "words"),
                     16);
}

}  // namespace

std::string missing_head_words(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    if (place.layer >= attention_layers(run.model->configuration, place.kind)) return "This run has no such layer.";
    if (head.head >= head_count(run, place)) return "This run has no such head.";
    return head.sentence >= sentence_count(run) ? "This run has no such sentence." : "";
}

ComparedReadings compared_readings(const RunDifference& difference, const AttentionPlace& place, const HeadPlace& head) {
    return {reading_in(*difference.a, place, head), reading_in(*difference.b, place, head)};
}

void draw_compared_heads(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    draw_compared_panel(ui, area, compared_attention(state), state, commands);
}

void draw_compared_reading(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    Column column = begin_column(ui, "attention-reading", area, state);
    draw_readings(ui, column, state);
    end_column(column, "attention-reading", commands);
}

}  // namespace vitrine
