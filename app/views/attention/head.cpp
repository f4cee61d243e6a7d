/// Draws the middle of the attention view: the chosen stage of one head, and the lines between its words.

#include <algorithm>

#include <fmt/format.h>

#include "app/panel/aspect_choice.h"
#include "app/views/attention/commands.h"
#include "app/views/attention/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/tensor/token_lines.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr float part_gap = 20;

void draw_side_by_side(Ui& ui, Column& column, float height, const AttentionScene& scene) {
    constexpr float narrowest = 190;
    const bool in_a_row = column.width() / 3 >= narrowest;
    const Rect row = rect_at(column.corner(), column.width(), height);
    constexpr std::array stages{AttentionStage::scores, AttentionStage::masked, AttentionStage::weights};
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Rect area = in_a_row ? row.part(i, stages.size(), part_gap) : rect_at(column.corner(), column.width(), height);
        ui.text(area.min, Font::body_strong, ui.theme.text, stage_info(stages[i], scene.run().regime.design).label);
        area.min.y += 22;
        const float end = draw_attention_stage(ui, area, stages[i], scene).end.y;
        column.y = std::max(column.y, end + (in_a_row ? 0 : part_gap));
    }
    column.gap(part_gap);
}

/// The words between which lines are drawn. Each word gets its heaviest lines until the chosen share of its attention is drawn.
const WordLines& lines_of(const AttentionScene& scene, float height) {
    constexpr float word = 15;  // height of a word; words from elsewhere get a quarter of the height
    const LinesAsked asked{.around = scene.tokens(),
                           .share = scene.state.of<AttentionView>().share / 100.0,
                           .elsewhere = std::clamp<Size>(static_cast<Size>(height / 4 / word), 1, 8)};
    return scene.run().of<AttentionReadings>().lines(scene.run(), scene.place, scene.head, asked);
}

std::vector<TokenLine> drawn(const std::vector<WordLine>& found) {
    std::vector<TokenLine> lines;
    lines.reserve(found.size());
    for (const WordLine& one : found) lines.push_back({static_cast<int>(one.query), static_cast<int>(one.key), one.weight});
    return lines;
}

/// The words that one column shows, with their positions if these are not all words.
TokenColumn column_of(const Labels& all, const LineWords& shown) {
    TokenColumn column;
    if (shown.count == all.count()) {
        for (Size word = 0; word < all.count(); ++word) column.words.push_back(all[word]);
        return column;
    }
    const auto add = [&](Size word) {
        column.words.push_back(all[word]);
        column.places.push_back(static_cast<int>(word));
    };
    const auto later = std::ranges::lower_bound(shown.elsewhere, shown.first);
    std::for_each(shown.elsewhere.begin(), later, add);
    for (Size word = shown.first; word < shown.first + shown.count; ++word) add(word);
    std::for_each(later, shown.elsewhere.end(), add);
    column.before = static_cast<int>(later - shown.elsewhere.begin());
    column.behind = static_cast<int>(shown.elsewhere.end() - later);
    return column;
}

/// "the words at positions 1 920 to 2 079, of 4 096 words"; empty if all words are shown.
std::string cut_words(const LineWords& shown, Size all) {
    if (shown.count == all) return {};
    return fmt::format("the tokens at positions {} to {} of {}", grouped(shown.first), grouped(shown.first + shown.count - 1),
                       grouped(all));
}

/// Says which words are shown; empty if all are.
std::string window_words(const AttentionScene& scene, const WordLines& shown) {
    const std::string asking = cut_words(shown.asking, scene.asking.count());
    const std::string answering = cut_words(shown.answering, scene.answering.count());
    if (asking.empty() && answering.empty()) return {};
    std::string text;
    if (!asking.empty()) text = "On the left: " + asking + ", around the query. ";
    if (!answering.empty()) text += "On the right: " + answering + ", around the key. ";
    if (!shown.answering.elsewhere.empty())
        text += fmt::format("Set apart: {}the other tokens that {} attends to most.", shown.ties_elsewhere ? "some of " : "",
                            scene.query_name());
    return text;
}

/// After a click on a word on the left: selects the word it attends to most.
void choose_query(const AttentionScene& scene, int query) {
    const auto heaviest = heaviest_keys(scene.detail.weights, query, 1);
    scene.choose({query, heaviest.empty() ? 0 : heaviest.front()});
}

/// Shows a note with the whole of a hovered word, and its position.
void note_word(Ui& ui, const AttentionScene& scene, const TokenLinesOutput& output, const Rect& beside) {
    if (output.hovered_right) {
        ui.note({quoted(scene.answering[*output.hovered_right]), fmt::format("key, position {}", *output.hovered_right)}, beside);
    }
    if (!output.hovered_left) return;
    const int query = *output.hovered_left;
    std::vector<std::string> lines{quoted(scene.asking[query]) + scene.next_behind(query),
                                   fmt::format("query, position {}", query)};
    if (const auto row = row_entropy(scene.detail.weights, query)) lines.push_back("entropy " + entropy_text(*row) + " nats");
    ui.note(lines, beside);
}

}  // namespace

float draw_attention_lines(Ui& ui, const Rect& area, const AttentionScene& scene) {
    const WordLines& shown = lines_of(scene, area.height());
    const std::vector<TokenLine> lines = drawn(shown.lines);
    const TokenLinesInput input{.name = "attention/lines",
                                .left = column_of(scene.asking, shown.asking),
                                .right = column_of(scene.answering, shown.answering),
                                .lines = lines,
                                .chosen = scene.pair.chosen ? static_cast<int>(scene.tokens().query) : -1,
                                .answer = scene.pair.chosen ? static_cast<int>(scene.tokens().key) : -1,
                                .colour = ui.theme.attention};
    const TokenLinesOutput output = token_lines(ui, area, input);
    note_word(ui, scene, output, area);
    if (output.clicked_left) choose_query(scene, *output.clicked_left);
    if (output.clicked_right) scene.choose({scene.tokens().query, *output.clicked_right});

    Column below{ui, area.min.x, area.max.x, area.max.y + 12};
    const float middle = area.centre().x, half = std::min(area.width(), 260.0f) / 2;
    const TextOptions centred{.max_width = area.width(), .align = Align::centre};
    const Rect knob = below.row(20, 6);
    const SliderInput share{.name = "attention/share", .place = scene.state.of<AttentionView>().share, .count = 101};
    if (const auto percent = slider(ui, {{middle - half, knob.min.y}, {middle + half, knob.max.y}}, share))
        scene.commands.push_back(SetAttentionShare{*percent});
    const std::string window = window_words(scene, shown);
    const char* limit = window.empty() ? "" : ", among the tokens shown";
    const std::string whole = fmt::format("until {} % of a {}'s attention is drawn{}", share.place, asker(scene.place.kind), limit);
    const std::string brief = fmt::format("until {} % is drawn{}", share.place, limit);
    const bool has_room = ui.width_of(Font::note, whole) <= area.width();
    ui.text({middle, below.row(18).min.y}, Font::note, ui.theme.dim, has_room ? whole : brief, centred);
    const Rect last = below.row(20);
    if (output.left_out > 0) {
        ui.text({middle, last.min.y}, Font::label, ui.theme.faint,
                counted(static_cast<Size>(output.left_out), "thinner line") +
                    fmt::format(" left out: point at a {} to see its own", asker(scene.place.kind)),
                centred);
    }
    if (!window.empty()) below.paragraph(Font::label, ui.theme.faint, window, 8);
    return below.y;
}

namespace {

/// Draws the choice of aspects beside the axis names of a picture of this width if there is room, otherwise in a line of its own.
/// Returns where the free part of the picture's first line begins.
float draw_aspects(Ui& ui, Column& column, float picture_width, const AttentionScene& scene) {
    constexpr float axis_names = 180, power_of_ten = 56, above = 10, line = 30;
    if (!scene.run().has_loss()) return column.left;
    const float width = aspect_choice_width(ui);
    const bool beside = picture_width >= axis_names + width + power_of_ten;
    const float y = beside ? column.y - above : column.row(line).min.y - above / 2;
    const float end = beside ? column.left + picture_width - power_of_ten : column.left + width;
    draw_aspect_choice(ui, {end, y}, scene.state, scene.commands);
    return beside ? end : column.left;
}

/// The title for the attention weights holds for all stages: if there is a loss, scores and attention weights both have gradients.
void draw_numbers_shown(Ui& ui, Column& column, const AttentionScene& scene) {
    const TensorInfo& weights = *scene.run().outline().find(attention_tensor(scene.state, "weights"));
    const float before = column.y;
    draw_aspect_title(ui, column, "attention/numbers-shown", scene.run(), shown_aspect(scene.state, weights));
    if (column.y > before) column.gap(8);  // the choice stands a little above the picture
}

}  // namespace

void draw_attention_head(Ui& ui, Column& column, float height, const AttentionScene& scene) {
    const AttentionStage stage = scene.state.of<AttentionView>().stage;
    if (stage == AttentionStage::side_by_side) {
        draw_numbers_shown(ui, column, scene);
        draw_aspects(ui, column, 0, scene);
        return draw_side_by_side(ui, column, height, scene);
    }
    constexpr float width_for_both = 540, gap = 40, least_height = 120, widest_lines = 480;
    const bool beside = column.width() >= width_for_both;
    const float right = beside ? column.left + std::round(0.57f * column.width()) : column.right;
    const bool recorded = stage != AttentionStage::contribution;
    if (recorded) draw_numbers_shown(ui, column, scene);
    const float choice = recorded ? draw_aspects(ui, column, right - column.left, scene) : column.left;
    const StagePicture picture = draw_attention_stage(ui, {column.corner(), {right, column.y + height}}, stage, scene);

    const float left = beside ? std::max(picture.end.x + gap, choice + gap / 2) : column.left,
                top = beside ? picture.grid.min.y : picture.end.y + 40;
    ui.text({left, beside ? column.y : top - 24}, Font::body_strong, ui.theme.text, "weights as lines");
    const float lines_height = std::max(beside ? picture.grid.height() : 0.5f * height, least_height);
    const float lines =
        draw_attention_lines(ui, rect_at({left, top}, std::min(column.right - left, widest_lines), lines_height), scene);
    column.y = std::max(picture.end.y, lines) + part_gap;
}

}  // namespace vitrine
