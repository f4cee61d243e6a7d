/// One head in two runs: its tensors side by side, and what kind of head it is in each.

#include <array>

#include <fmt/format.h>

#include "app/base/command.h"
#include "app/panel/compared.h"
#include "app/run/attention_readings.h"
#include "app/state/state.h"
#include "app/views/attention/parts.h"
#include "app/views/attention/state.h"
#include "app/widgets/chart/bars.h"
#include "app/widgets/controls.h"

namespace vitrine {

namespace {

/// The stage that is chosen, in both, or where it is none that is recorded, the weights and what they come from.
ComparedPanel compared_attention(const State& state) {
    const AttentionStage stage = state.of<AttentionView>().stage;
    ComparedPanel panel{.name = "attention", .title = "One head in two runs", .text = {}, .paths = {}};
    const auto add = [&](AttentionStage which) { panel.paths.push_back(attention_tensor(state, stage_info(which).tensor)); };
    if (stage == AttentionStage::side_by_side || stage_info(stage).tensor.empty()) {
        panel.text = "Weights, masked scores and scores. What a head contributes is worked out for one run: choose A or B for it.";
        for (const AttentionStage which : {AttentionStage::weights, AttentionStage::masked, AttentionStage::scores}) add(which);
    } else {
        panel.text = fmt::format("The stage that was chosen, {}. Lines, products and contributions are there for A and B.",
                                 stage_info(stage).label);
        add(stage);
    }
    return panel;
}

const HeadReading* reading_in(const Run& run, const AttentionPlace& place, const HeadPlace& head) {
    const bool there = place.layer < attention_layers(run.model->configuration, place.kind) && head.head < head_count(run) &&
                       head.sentence < sentence_count(run);
    return there ? &run.of<AttentionReadings>().reading(run, place, head) : nullptr;
}

/// "0.73 of at most 1.79" of each, in nats.
std::string entropy_of(const HeadReading* reading) { return reading && reading->mean ? entropy_text(*reading->mean) : "–"; }

/// "A" or "B", and what kind of head it is there.
float draw_kind(Ui& ui, const AttentionColumn& column, float y, const char* side, const HeadReading* reading) {
    ui.text({column.left, y}, Font::body_strong, ui.theme.accent, side);
    const std::string text = reading ? kind_text(*reading) : "This run has no such head.";
    y = ui.paragraph({column.left + 22, y}, Font::note, ui.theme.text, text, {.width = column.width() - 22}).max.y + 2;
    if (!reading || !reading->mean) return y + 10;
    const std::string even = reading->evenness() ? evenness_text(*reading->evenness()) + ", " : "";
    const std::string numbers = even + "mean entropy " + entropy_of(reading) + " nats";
    return ui.paragraph({column.left + 22, y}, Font::note, ui.theme.dim, numbers, {.width = column.width() - 22}).max.y + 10;
}

/// How like a pattern it is in both: A above, B below it.
float draw_likeness(Ui& ui, const AttentionColumn& column, float y, AttentionPattern pattern, const ComparedReadings& both) {
    const auto value = [&](const HeadReading* reading) {
        return reading && reading->of(pattern) ? std::optional(reading->of(pattern)->value) : std::nullopt;
    };
    const auto text = [](const std::optional<double>& of) { return of ? fmt::format("{:.2f}", *of) : "–"; };
    const std::optional<double> a = value(both.a), b = value(both.b);
    if (!a && !b) return y;
    const std::array bars{Bar{a.value_or(0), ui.theme.dim, text(a)}, Bar{b.value_or(0), ui.theme.attention, text(b)}};
    const BarRow row{.name = fmt::format("attention/like/{}", static_cast<int>(pattern)),
                     .label = pattern_word(pattern),
                     .bars = bars,
                     .mark = {},
                     .label_width = 110,
                     .strong = (both.a && both.a->kind == pattern) || (both.b && both.b->kind == pattern)};
    if (bar_row(ui, {column.left, y}, column.width(), row).hovered)
        ui.note({fmt::format("{}  {}", pattern_word(pattern), change_words(text(a), text(b))), pattern_text(pattern)});
    return y + bar_row_height(2);
}

float draw_readings(Ui& ui, const AttentionColumn& column, float y, const State& state) {
    const AttentionPlace& place = state.of<AttentionView>().place;
    const ComparedReadings both = compared_readings(*state.run->difference, place, shown_head(state));
    const float top = y;
    ui.text({column.left, y}, Font::title, ui.theme.text, "This head");
    y = draw_kind(ui, column, y + 30, "A", both.a);
    y = draw_kind(ui, column, y, "B", both.b);
    ui.place("attention/kind-of-head", {{column.left, top}, {column.right, y}});
    section_title(ui, rect_at({column.left, y + 8}, column.width(), 16), "HOW LIKE A KNOWN KIND", "A above, B below");
    y += 32;
    for (const AttentionPattern pattern : patterns_of(place.kind)) y = draw_likeness(ui, column, y, pattern, both);
    const char* rest = "What its words really get from it is read of one run: choose A or B above.";
    return ui.paragraph({column.left, y + 12}, Font::note, ui.theme.dim, rest, {.width = column.width()}).max.y + 16;
}

}  // namespace

ComparedReadings compared_readings(const RunDifference& difference, const AttentionPlace& place, const HeadPlace& head) {
    return {reading_in(*difference.a, place, head), reading_in(*difference.b, place, head)};
}

void draw_compared_heads(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    draw_compared_panel(ui, area, compared_attention(state), state, commands);
}

void draw_compared_reading(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const AttentionColumn column{area.min.x + metrics::margin, area.max.x - metrics::margin};
    const float top = begin_scroll(ui, "attention-reading", area, state) + 16;
    const float y = draw_readings(ui, column, top, state);
    end_scroll(ui, "attention-reading", y + 8, commands);
}

}  // namespace vitrine
