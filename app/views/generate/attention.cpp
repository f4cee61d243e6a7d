/// Draws where every word of a sentence looked when the next word was sought, head by head: the cross-attention's weights on the
/// source or, in a decoder alone, the self-attention's weights on the words read so far.

#include "app/views/generate/attention.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/state/selection_commands.h"
#include "app/state/state.h"
#include "app/views/generate/commands.h"
#include "app/widgets/cell_text.h"
#include "app/widgets/chart/axis.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

const char* title_of_attention(const GenerateScene& scene) { return scene.has_source() ? "Cross-attention" : "Self-attention"; }

/// The weight shown in full colour. Among very many words no weight is large, so it is the largest that occurs, rounded up.
float highest_of(const std::vector<const Tensor*>& rows) {
    double largest = 0;
    for (const Tensor* row : rows) {
        for (Size i = 0; i < row->count(); ++i) largest = std::max(largest, static_cast<double>(row->data()[i]));
    }
    return static_cast<float>(share_limit(largest));
}

ReadWeights read_weights(const GenerateScene& scene) {
    ReadWeights weights{scene};
    const auto layer = static_cast<std::size_t>(scene.layer);
    const bool chosen = scene.at(scene.node).parent == scene.asking;
    for (std::size_t i = 0; i < scene.path.size(); ++i) {
        const StepRow* row = row_after(scene.generation(), scene.path[i]);
        if (!row || layer >= row->attended.size()) continue;
        weights.rows.push_back(&row->attended[layer]);
        weights.read.push_back(scene.word_at(scene.path[i]));
        weights.positions.push_back(static_cast<Size>(i));
        const bool last = i + 1 == scene.path.size();
        weights.next.push_back(!last ? scene.word_at(scene.path[i + 1]) : chosen ? scene.word_at(scene.node) : "");
    }
    if (scene.has_source()) {
        for (std::size_t i = 0; i < scene.generation().source.size(); ++i) weights.source.push_back(scene.source_word(i));
    } else {
        for (const int place : scene.path) weights.source.push_back(scene.word_at(place));
    }
    weights.highest = highest_of(weights.rows);
    return weights;
}

void note_weight(Ui& ui, const ReadWeights& weights, Size head, int row, int key, const Rect& beside) {
    const auto weight = static_cast<double>(weights.rows[static_cast<std::size_t>(row)]->at({head, key}));
    const bool has_source = weights.scene.has_source();
    const char* first = has_source ? "to predict the first token" : "to predict the next token";
    const std::string& next = weights.next[static_cast<std::size_t>(row)];
    const GenerateScene& scene = weights.scene;
    const Labels path(static_cast<Size>(scene.path.size()),
                      [&](Size place) { return scene.word_at(scene.path[static_cast<std::size_t>(place)]); });
    const Labels source(static_cast<Size>(weights.source.size()),
                        [&](Size place) { return weights.source[static_cast<std::size_t>(place)]; });
    ui.note({"weight  " + plain_number(weight),
             fmt::format("{} attends to {}", token_name(path, weights.positions[static_cast<std::size_t>(row)]),
                         token_name(source, key)),
             next.empty() ? first : fmt::format("to predict the next token, here “{}”", next),
             fmt::format("{} {}, {}, head {}", has_source ? "decoder layer" : "layer", weights.scene.layer + 1,
                         has_source ? "cross-attention" : "self-attention", head + 1)},
            beside);
}

/// Draws one row of cells: the weights of a word read.
void draw_weights(Ui& ui, const Rect& grid, const AttentionPlan& plan, Size head, const ReadWeights& weights) {
    constexpr float least_for_numbers = 16;
    const HeatmapStyle style = weight_style(ui.theme, 0, weights.highest);
    for (int row = 0; row < weights.count(); ++row) {
        const float width = plan.pitch_x * static_cast<float>(weights.rows[static_cast<std::size_t>(row)]->size(1));
        const Rect line = rect_at({grid.min.x, grid.min.y + static_cast<float>(row) * plan.pitch_y}, width, plan.pitch_y);
        const Interaction does = ui.place(fmt::format("generate/attention/{}/{}", head, row), line);
        if (!ui.sees(line)) continue;
        const HeatmapCells cells{.tensor = view(*weights.rows[static_cast<std::size_t>(row)]),
                                 .row_axis = -1,
                                 .column_axis = 1,
                                 .fixed = {head},
                                 .generation = weights.scene.decoded.number};
        const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, line, cells, style);
        if (const auto writing = writing_of(ui, cells, style, plan.pitch_x, false); writing && plan.pitch_y >= least_for_numbers)
            draw_numbers(ui, {cells, style, layout}, *writing);
        const auto pointed = does.hovered ? layout.at(ui.pointer().position) : std::nullopt;
        if (!pointed) continue;
        ui.frame(layout.cell(0, pointed->column).inset(-1), ui.theme.text, 2, 2);
        note_weight(ui, weights, head, row, pointed->column, grid);
    }
}

void draw_head(Ui& ui, ImVec2 corner, const AttentionPlan& plan, Size head, const ReadWeights& weights) {
    const State& state = weights.scene.state;
    const Rect grid = rect_at({corner.x, corner.y + attention_title + plan.column_labels}, plan.width, plan.height);
    const Rect area{corner, {grid.max.x, grid.max.y}};
    const Interaction does = ui.control(fmt::format("generate/head/{}", head), area);
    const bool shown = head == state.selection.head;
    ui.text(corner, shown ? Font::note_strong : Font::note, does.hovered || shown ? ui.theme.text : ui.theme.dim,
            fmt::format("head {}", head + 1), {.max_width = std::max(plan.width, 44.0f)});
    draw_attention_columns(ui, grid, plan, weights);
    draw_weights(ui, grid, plan, head, weights);
    ui.frame(grid.inset(-3),
             shown          ? ui.theme.attention
             : does.hovered ? ui.theme.dim
                            : ui.theme.line,
             metrics::radius, shown ? 1.5f : 1.0f);
    if (does.clicked) weights.scene.commands.push_back(SelectHead{head});
}

/// Draws the choice of the layer, if there are several, and the asking word with the word it found, unless that stands beside a
/// row.
void draw_layers(Ui& ui, Column& column, const GenerateScene& scene, const std::string& asking) {
    const auto layers = static_cast<int>(scene.decoded.question.model->configuration.num_decoder_layers);
    if (layers < 2) return;
    const Choice choice{.prefix = "generate/layer", .count = layers, .selected = scene.layer, .colour = ui.theme.attention};
    const float free = 72 + 30 * static_cast<float>(layers);
    if (!asking.empty() && free + ui.width_of(Font::note, asking) <= column.width())
        ui.text({column.right, column.y + 12}, Font::note, ui.theme.dim, asking,
                {.align = Align::right, .vertical = VerticalAlign::middle});
    if (const auto clicked = column.choice("layer", ui.width_of(Font::note, "layer") + 12, choice))
        scene.commands.push_back(ShowDecoderLayer{*clicked});
    column.gap(12);
}

/// The remark, or a short form if there is too little room beside the title.
const char* remark_within(const Ui& ui, float width, const char* title) {
    constexpr const char* whole = "where each token attended to predict the next";
    constexpr float between = 12;
    const bool fits = ui.width_of(Font::heading, title) + between + ui.width_of(Font::note, whole) <= width;
    return fits ? whole : "where each token attended";
}

}  // namespace

void draw_generate_attention(Ui& ui, Column& column, float height, const GenerateScene& scene) {
    const float bottom = column.y + height;
    const char* title = title_of_attention(scene);
    column.heading(title, remark_within(ui, column.width(), title), Shorten::middle);
    const ReadWeights weights = read_weights(scene);
    const bool beside_row = !weights.rows.empty() && says_next_beside(ui, column.width(), weights);
    draw_layers(ui, column, scene, weights.rows.empty() || beside_row ? "" : asking_label(weights));
    if (weights.rows.empty()) return void(column.paragraph(Font::note, ui.theme.dim, "No token has been read yet."));
    if (weights.highest < 1) {
        column.gap(-6);
        column.line(20, Font::label, ui.theme.faint, "full colour: weight " + tick_text(static_cast<double>(weights.highest)));
    }
    const AttentionPlan plan = arrange_attention(ui, column, bottom - column.y, weights);
    const float step_x = plan.width + attention_gap, step_y = plan.head_height();
    for (Size head = 0; head < weights.heads(); ++head) {
        const auto across = static_cast<float>(head % plan.across), down = static_cast<float>(head / plan.across);
        const ImVec2 corner{column.left + plan.row_labels + across * step_x, column.y + down * step_y};
        if (head % plan.across == 0) {
            const Rect grid = rect_at({corner.x, corner.y + attention_title + plan.column_labels}, plan.width, plan.height);
            draw_attention_rows(ui, grid, plan, weights);
        }
        draw_head(ui, corner, plan, head, weights);
    }
    const auto rows = static_cast<float>((weights.heads() + plan.across - 1) / plan.across);
    column.gap(rows * step_y);
}

}  // namespace vitrine
