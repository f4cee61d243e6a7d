/// The middle of the attention view: the chosen stage of one head, and the lines between its words.

#include <algorithm>

#include <fmt/format.h>

#include "app/panels/attention_parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/token_lines.h"

namespace vitrine {

namespace {

constexpr float caption_height = 22, part_gap = 20;

float draw_side_by_side(Ui& ui, const AttentionColumn& column, float y, float height, const AttentionDesk& desk) {
    constexpr float narrowest = 190;
    const bool in_a_row = column.width() / 3 >= narrowest;
    const float width = in_a_row ? (column.width() - 2 * part_gap) / 3 : column.width();
    float x = column.left, bottom = y;
    for (const AttentionStage stage : {AttentionStage::scores, AttentionStage::masked, AttentionStage::weights}) {
        const float top = in_a_row ? y : bottom;
        ui.text({x, top}, Font::body_strong, ui.theme.text, stage_info(stage, desk.run().regime.design).label);
        const Rect area = rect_at({x, top + caption_height}, width, height - caption_height);
        bottom = std::max(bottom, draw_attention_stage(ui, area, stage, desk).end.y + (in_a_row ? 0 : part_gap));
        if (in_a_row) x += width + part_gap;
    }
    return bottom + part_gap;
}

/// The lines of every word, the heaviest first, until the chosen share of its attention is drawn.
std::vector<TokenLine> lines_of(const AttentionDesk& desk) {
    std::vector<TokenLine> lines;
    const HeadWeights& head = desk.detail.weights;
    for (Size q = 0; q < head.queries; ++q) {
        if (!head.words[static_cast<std::size_t>(q)]) continue;
        for (const Size k : heaviest_keys(head, q, desk.state.attention.share / 100.0)) {
            lines.push_back({static_cast<int>(q), static_cast<int>(k), head.at(q, k)});
        }
    }
    return lines;
}

/// A word on the left was clicked: what it looks at most.
void choose_query(const AttentionDesk& desk, int query) {
    const auto heaviest = heaviest_keys(desk.detail.weights, query, 1);
    desk.choose({query, heaviest.empty() ? 0 : heaviest.front()});
}

/// A word that is pointed at, whole, and where it stands.
void note_word(Ui& ui, const AttentionDesk& desk, const TokenLinesOutput& output, const Rect& beside) {
    if (output.hovered_right) {
        ui.note({quoted(desk.answering[static_cast<std::size_t>(*output.hovered_right)]),
                 fmt::format("answers, at position {}", *output.hovered_right)},
                beside);
    }
    if (!output.hovered_left) return;
    const int query = *output.hovered_left;
    std::vector<std::string> lines{quoted(desk.asking[static_cast<std::size_t>(query)]),
                                   fmt::format("asks, at position {}", query)};
    if (const auto row = row_entropy(desk.detail.weights, query)) lines.push_back("entropy " + entropy_text(*row) + " nats");
    ui.note(lines, beside);
}

}  // namespace

float draw_attention_lines(Ui& ui, const Rect& area, const AttentionDesk& desk) {
    const std::vector<TokenLine> lines = lines_of(desk);
    const TokenLinesInput input{.name = "attention/lines",
                                .left = desk.asking,
                                .right = desk.answering,
                                .lines = lines,
                                .chosen = desk.pair.chosen ? static_cast<int>(desk.tokens().query) : -1,
                                .answer = desk.pair.chosen ? static_cast<int>(desk.tokens().key) : -1,
                                .colour = ui.theme.attention};
    const TokenLinesOutput output = token_lines(ui, area, input);
    note_word(ui, desk, output, area);
    if (output.clicked_left) choose_query(desk, *output.clicked_left);
    if (output.clicked_right) desk.choose({desk.tokens().query, *output.clicked_right});

    constexpr float slider_height = 20, widest = 260;
    const float y = area.max.y + 12, width = std::min(area.width(), widest), left = area.centre().x - width / 2;
    const SliderInput share{.name = "attention/share", .place = desk.state.attention.share, .count = 101};
    if (const auto percent = slider(ui, rect_at({left, y}, width, slider_height), share)) {
        desk.commands.push_back(SetAttentionShare{*percent});
    }
    ui.text({area.centre().x, y + slider_height + 6}, Font::note, ui.theme.dim,
            fmt::format("until {} % of a word's attention is drawn", desk.state.attention.share),
            {.max_width = area.width(), .align = Align::centre});
    if (output.left_out > 0) {
        ui.text({area.centre().x, y + slider_height + 24}, Font::label, ui.theme.faint,
                fmt::format("{} thinner lines are left out: point at a word to see its own", output.left_out),
                {.max_width = area.width(), .align = Align::centre});
    }
    return y + slider_height + 44;
}

float draw_attention_head(Ui& ui, const AttentionColumn& column, float y, float height, const AttentionDesk& desk) {
    const AttentionStage stage = desk.state.attention.stage;
    if (stage == AttentionStage::side_by_side) return draw_side_by_side(ui, column, y, height, desk);
    constexpr float width_for_both = 540, gap = 40, least_height = 120, widest_lines = 480;
    const bool beside = column.width() >= width_for_both;
    const float right = beside ? column.left + std::round(0.57f * column.width()) : column.right;
    const StagePicture picture = draw_attention_stage(ui, {{column.left, y}, {right, y + height}}, stage, desk);

    const float left = beside ? picture.end.x + gap : column.left, top = beside ? picture.grid.min.y : picture.end.y + 40;
    ui.text({left, beside ? y : top - 24}, Font::body_strong, ui.theme.text, "weights as lines");
    const float lines_height = std::max(beside ? picture.grid.height() : 0.5f * height, least_height);
    const float lines =
        draw_attention_lines(ui, rect_at({left, top}, std::min(column.right - left, widest_lines), lines_height), desk);
    return std::max(picture.end.y, lines) + part_gap;
}

}  // namespace vitrine
