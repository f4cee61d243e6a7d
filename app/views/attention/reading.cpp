/// Draws the reading of one head: its kind, and the values that really reach its words.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/panel/fold.h"
#include "app/views/attention/pair_words.h"
#include "app/widgets/chart/bars.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "core/text/plain_text.h"

namespace vitrine {

void draw_attention_kind(Ui& ui, Column& column, const AttentionScene& scene) {
    const float top = column.y;
    column.line(28, Font::title, ui.theme.text, "This head");
    const auto aligns = measured_alignment(scene.run(), scene.place, scene.head.head);
    if (aligns) column.paragraph(Font::note, ui.theme.text, measured_text(*aligns), 4);
    column.paragraph(Font::note, ui.theme.text, aligns ? kind_here_text(scene.reading) : kind_text(scene.reading, scene.place.kind),
                     4);
    if (scene.reading.mean) {
        const std::string even = scene.reading.evenness() ? evenness_text(*scene.reading.evenness()) + ", " : "";
        column.paragraph(Font::note, ui.theme.dim, even + "mean entropy " + entropy_text(*scene.reading.mean) + " nats");
    }
    ui.place("attention/kind-of-head", column.since(top));
    column.gap(18);
    if (!scene.reading.of(AttentionPattern::uniform)) return;
    const FoldTitle title{.part = folded_kinds, .title = "FIT TO KNOWN KINDS", .remark = "mark: uniform weights"};
    if (!draw_fold_title(ui, column, title, 8, scene.state, scene.commands)) return column.gap(10);
    column.line(18, Font::label, ui.theme.faint, counted_meaning(scene.place.kind));
    // A measured head keeps its name, whatever this one sentence looks like.
    const auto kind = aligns ? std::optional(AttentionPattern::alignment) : scene.reading.kind;
    for (const AttentionPattern pattern : patterns_of(scene.place.kind)) {
        const auto& like = scene.reading.of(pattern);
        if (!like) continue;
        const bool uniform = pattern == AttentionPattern::uniform;
        const std::array bars{Bar{like->value, ui.theme.attention, counted_likeness(*like, scene.reading.queries)}};
        const BarRow row{.name = fmt::format("attention/like/{}", static_cast<int>(pattern)),
                         .label = pattern_word(pattern),
                         .bars = bars,
                         .mark = uniform ? std::nullopt : std::optional(like->chance),
                         .label_width = 110,
                         .strong = kind == pattern};
        if (bar_row(ui, column.row(bar_row_height(1)).min, column.width(), row).hovered) {
            const bool alone = scene.place.kind == AttentionKind::alone;
            std::vector<std::string> lines{
                fmt::format("{}  {:.4f}  {}", pattern_word(pattern), like->value, counted_queries(*like)),
                alone ? evenness_meaning(scene.place.kind) : pattern_text(pattern)};
            if (!uniform) lines.push_back(fmt::format("uniform weights would give {:.4f}", like->chance));
            ui.note(lines);
        }
    }
    column.gap(18);
}

namespace {

/// Weights and contributions of one word, each as a share of its row.
struct Row {
    const AttentionScene& scene;
    double all_weight = 0, all_contributed = 0, longest_weight = 0, longest_contributed = 0;

    explicit Row(const AttentionScene& of) : scene(of) {
        for (Size k = 0; k < scene.detail.weights.keys; ++k) all_weight += weight(k), all_contributed += contributed(k);
        for (Size k = 0; k < scene.detail.weights.keys; ++k) {
            longest_weight = std::max(longest_weight, weight_share(k));
            longest_contributed = std::max(longest_contributed, contributed_share(k));
        }
    }
    double weight(Size k) const { return scene.detail.weights.at(scene.tokens().query, k); }
    double contributed(Size k) const { return static_cast<double>(scene.detail.contributions.at({scene.tokens().query, k})); }
    static double share(double part, double all) { return all > 0 && std::isfinite(all) ? part / all : 0; }
    double weight_share(Size k) const { return share(weight(k), all_weight); }
    double contributed_share(Size k) const { return share(contributed(k), all_contributed); }
};

void draw_key(Ui& ui, ImVec2 corner, float width, Size key, const Row& row) {
    const AttentionScene& scene = row.scene;
    const auto length = [](double share, double longest) { return longest > 0 ? share / longest : 0; };
    const std::array bars{
        Bar{length(row.weight_share(key), row.longest_weight), ui.theme.attention, plain_number(row.weight(key))},
        Bar{length(row.contributed_share(key), row.longest_contributed), ui.theme.value, plain_number(row.contributed(key))}};
    const std::string word = scene.answering[key];
    const BarRow bar{.name = fmt::format("attention/reaches/{}", key),
                     .label = word,
                     .bars = bars,
                     .mark = {},
                     .label_width = std::clamp(width * 0.24f, 64.0f, 110.0f),
                     .strong = key == scene.tokens().key,
                     .track = false,
                     .answers = true};
    const Interaction does = bar_row(ui, corner, width, bar);
    if (does.hovered) {
        ui.note({token_name(scene.answering, key) + " to the row of " +
                     scene.with_next(token_name(scene.asking, scene.tokens().query), scene.tokens().query),
                 "weight " + plain_number(row.weight(key)),
                 fmt::format("norm of what it adds: {}, {} of the sum over this row", plain_number(row.contributed(key)),
                             percent(row.contributed_share(key)))});
    }
    if (does.clicked) scene.choose({scene.tokens().query, key});
}

/// Draws the title, and the word whose row it is about: at the end of the line if there is room, otherwise below.
void draw_whom(Ui& ui, Column& column, const std::string& title, const AttentionScene& scene) {
    constexpr float between = 12;
    const std::string whom = scene.with_next(scene.query_name(), scene.tokens().query);
    const bool beside = ui.width_of(Font::section, title) + between + ui.width_of(Font::note, whom) <= column.width();
    column.title(title, beside ? whom : "", 8);
    if (!beside) column.line(20, Font::note, ui.theme.dim, whom);
}

/// Draws a legend of the two colours of bars.
void draw_colours(Ui& ui, Column& column, AttentionKind kind) {
    const Rect line = column.row(24);
    const float right = ui.text(line.min, Font::note_strong, ui.theme.attention, "weight").max.x;
    ui.text({right + 14, line.min.y}, Font::note_strong, ui.theme.value,
            fmt::format("contribution: |weight · {}|", weighed_value(kind)),
            {.max_width = column.right - right - 14, .shorten = Shorten::end});
}

}  // namespace

void draw_attention_contributions(Ui& ui, Column& column, const AttentionScene& scene) {
    const Reach reach = reach_of(scene.run(), scene.place, scene.head, scene.tokens().query);
    draw_whom(ui, column, reach_title(reach), scene);
    draw_colours(ui, column, scene.place.kind);
    const Row row(scene);
    const ReachingKeys shown = reaching_keys(scene.detail, scene.tokens().query);
    for (const Size key : shown.keys) draw_key(ui, column.row(bar_row_height(2)).min, column.width(), key, row);
    if (const std::string rest = rest_words(shown); !rest.empty()) {
        column.gap(4);
        column.line(18, Font::label, ui.theme.faint, rest);
    }
    column.gap(8);
    column.paragraph(Font::note, ui.theme.dim, reach_text(scene, reach), 16);
}

}  // namespace vitrine
