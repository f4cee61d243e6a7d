/// Where every word of a sentence looked in the source while the next one was sought: the cross-attention's weights, head by head.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/panels/generate_parts.h"
#include "app/widgets/axis.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"

namespace vitrine {

namespace {

constexpr float label_gap = 8, map_gap = 20, title_line = 20, label_line = 18;

/// The weights of all heads of one layer after each word that was read, the first word's first.
struct ReadWeights {
    const GenerateDesk& desk;
    std::vector<const Tensor*> rows;  // each [head, key]
    std::vector<std::string> read, source;
    float highest = 1;  ///< the weight that has the full colour

    Size heads() const { return rows.front()->size(0); }
    int count() const { return static_cast<int>(rows.size()); }
    int keys() const { return static_cast<int>(rows.front()->size(1)); }
};

/// Among very many words no weight is large: the colours then go as far as these do.
float highest_of(const std::vector<const Tensor*>& rows) {
    constexpr double small = 0.2;
    double largest = 0;
    for (const Tensor* row : rows) {
        for (Size i = 0; i < row->count(); ++i) largest = std::max(largest, static_cast<double>(row->data()[i]));
    }
    return largest > 0 && largest < small ? static_cast<float>(range_from_zero(largest).high) : 1;
}

ReadWeights read_weights(const GenerateDesk& desk) {
    ReadWeights weights{desk, {}, {}, {}, 1};
    const auto layer = static_cast<std::size_t>(desk.layer);
    for (const int place : desk.path) {
        const StepRow* row = row_after(desk.generation(), place);
        if (!row || layer >= row->attended.size()) continue;
        weights.rows.push_back(&row->attended[layer]);
        weights.read.push_back(desk.word_at(place));
    }
    for (std::size_t i = 0; i < desk.generation().source.size(); ++i) weights.source.push_back(desk.source_word(i));
    weights.highest = highest_of(weights.rows);
    return weights;
}

/// How the heads' pictures stand beside each other.
struct Arrangement {
    int across = 1;
    float labels = 0;  ///< for the words that were read
    float pitch_x = 0, pitch_y = 0;
    float width = 0, height = 0;  ///< of a head's cells
};

float on_pixels(float side) { return side >= 3 ? std::floor(side) : side; }

/// The side of square cells with so many heads side by side.
float square_with(int across, float room, float height, const ReadWeights& weights) {
    const auto count = static_cast<float>(across);
    const auto lines = static_cast<float>((weights.heads() + across - 1) / across);
    const float wide = (room - (count - 1) * map_gap) / count / static_cast<float>(weights.keys());
    const float high = (height / lines - title_line - label_line - map_gap) / static_cast<float>(weights.count());
    return std::min(wide, high);
}

/// As many heads side by side as makes cells largest. Where a word has little room they are wider than high.
Arrangement arrange(const Ui& ui, const GenerateColumn& column, float height, const ReadWeights& weights) {
    constexpr float widest_label = 84, largest = 36, widest = 60, ratio = 1.5f, thinnest = 2, thin = 6, most_height = 420;
    Arrangement plan;
    for (const std::string& word : weights.read) plan.labels = std::max(plan.labels, ui.width_of(Font::label, word));
    plan.labels = std::min(widest_label, plan.labels) + label_gap + 2;
    const float room = column.width() - plan.labels;
    const int most = static_cast<int>(std::min<Size>(weights.heads(), 8));
    for (int across = 2; across <= most; ++across) {
        if (square_with(across, room, height, weights) > square_with(plan.across, room, height, weights)) plan.across = across;
    }
    const auto count = static_cast<float>(plan.across);
    const float wide = (room - (count - 1) * map_gap) / count / static_cast<float>(weights.keys());
    const float least = std::clamp(most_height / static_cast<float>(weights.count()), thinnest, thin);
    plan.pitch_y = on_pixels(std::clamp(square_with(plan.across, room, height, weights), least, largest));
    plan.pitch_x = on_pixels(std::min({wide, ratio * plan.pitch_y, widest}));
    plan.width = plan.pitch_x * static_cast<float>(weights.keys());
    plan.height = plan.pitch_y * static_cast<float>(weights.count());
    return plan;
}

int stride_for(float pitch, float needed) { return std::max(1, static_cast<int>(std::ceil(needed / pitch))); }

void draw_row_labels(Ui& ui, const Rect& grid, const Arrangement& plan, const ReadWeights& weights) {
    constexpr float line = 13;
    const int last = weights.count() - 1, stride = stride_for(plan.pitch_y, line);
    for (int row = last; row >= 0; row -= stride) {  // the newest always has its word
        ui.text({grid.min.x - label_gap, grid.min.y + (static_cast<float>(row) + 0.5f) * plan.pitch_y}, Font::label,
                row == last ? ui.theme.text : ui.theme.dim, weights.read[static_cast<std::size_t>(row)],
                {.max_width = plan.labels - label_gap, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

bool is_special(const std::string& word) { return word.size() > 2 && word.front() == '<' && word.back() == '>'; }

/// How much room a label needs at least: letters less than words, of which the beginning does.
float least_label(const Ui& ui, const std::vector<std::string>& words) {
    constexpr float least = 12, beginning = 20, gap = 4;
    float widest = least;
    for (const std::string& word : words) {
        if (!is_special(word)) widest = std::max(widest, ui.width_of(Font::label, word) + gap);
    }
    return std::min(widest, beginning);
}

/// Where there is no room for "<bos>" and its like, a dot stands for them.
std::string label_of(const Ui& ui, const std::string& word, float room) {
    return is_special(word) && ui.width_of(Font::label, word) > room ? "·" : word;
}

void draw_column_labels(Ui& ui, const Rect& grid, const Arrangement& plan, const ReadWeights& weights) {
    const float needed = least_label(ui, weights.source);
    const int stride = stride_for(plan.pitch_x, needed);
    for (int key = 0; key < weights.keys(); key += stride) {
        const float room = plan.pitch_x * static_cast<float>(std::min(stride, weights.keys() - key)) - 1;
        if (room < needed - 5) continue;
        const float x = stride == 1 ? grid.min.x + (static_cast<float>(key) + 0.5f) * plan.pitch_x
                                    : grid.min.x + static_cast<float>(key) * plan.pitch_x;
        ui.text({x, grid.min.y - 10}, Font::label, ui.theme.dim, label_of(ui, weights.source[static_cast<std::size_t>(key)], room),
                {.max_width = room,
                 .align = stride == 1 ? Align::centre : Align::left,
                 .vertical = VerticalAlign::middle,
                 .shorten = Shorten::end});
    }
}

void note_weight(Ui& ui, const ReadWeights& weights, Size head, int row, int key, const Rect& beside) {
    const auto weight = static_cast<double>(weights.rows[static_cast<std::size_t>(row)]->at({head, key}));
    const std::string& read = weights.read[static_cast<std::size_t>(row)];
    ui.note(
        {"weight  " + plain_number(weight), fmt::format("“{}” looks at “{}”", read, weights.source[static_cast<std::size_t>(key)]),
         fmt::format("decoder layer {}, cross-attention, head {}", weights.desk.layer + 1, head + 1),
         "to find the word that comes after it"},
        beside);
}

/// One row of cells: what a word that was read looked at.
void draw_weights(Ui& ui, const Rect& grid, const Arrangement& plan, Size head, const ReadWeights& weights) {
    const HeatmapStyle style = weight_style(ui.theme, 0, weights.highest);
    for (int row = 0; row < weights.count(); ++row) {
        const Rect line = rect_at({grid.min.x, grid.min.y + static_cast<float>(row) * plan.pitch_y}, plan.width, plan.pitch_y);
        const Interaction does = ui.place(fmt::format("generate/attention/{}/{}", head, row), line);
        if (!ui.sees(line)) continue;
        const HeatmapCells cells{.tensor = view(*weights.rows[static_cast<std::size_t>(row)]),
                                 .row_axis = -1,
                                 .column_axis = 1,
                                 .fixed = {head},
                                 .generation = weights.desk.decoded.number};
        const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, line, cells, style);
        const auto pointed = does.hovered ? layout.at(ui.pointer().position) : std::nullopt;
        if (!pointed) continue;
        ui.frame(layout.cell(0, pointed->column).inset(-1), ui.theme.text, 2, 2);
        note_weight(ui, weights, head, row, pointed->column, grid);
    }
}

void draw_head(Ui& ui, ImVec2 corner, const Arrangement& plan, Size head, const ReadWeights& weights) {
    const State& state = weights.desk.state;
    const Rect grid = rect_at({corner.x, corner.y + title_line + label_line}, plan.width, plan.height);
    const Rect area{corner, {grid.max.x, grid.max.y}};
    const Interaction does = ui.control(fmt::format("generate/head/{}", head), area);
    const bool shown = head == state.selection.head;
    ui.text(corner, shown ? Font::note_strong : Font::note, does.hovered || shown ? ui.theme.text : ui.theme.dim,
            fmt::format("head {}", head + 1), {.max_width = std::max(plan.width, 44.0f)});
    draw_column_labels(ui, grid, plan, weights);
    draw_weights(ui, grid, plan, head, weights);
    ui.frame(grid.inset(-3),
             shown          ? ui.theme.attention
             : does.hovered ? ui.theme.dim
                            : ui.theme.line,
             metrics::radius, shown ? 1.5f : 1.0f);
    if (does.clicked) weights.desk.commands.push_back(SelectHead{head});
}

/// Which layer, where there are several.
float draw_layers(Ui& ui, const GenerateColumn& column, float y, const GenerateDesk& desk) {
    const auto layers = static_cast<int>(desk.decoded.question.model->configuration.num_decoder_layers);
    if (layers < 2) return y;
    const float label = ui.width_of(Font::note, "layer") + 12;
    ui.text({column.left, y + 12}, Font::note, ui.theme.dim, "layer", {.vertical = VerticalAlign::middle});
    const Choice choice{.prefix = "generate/layer",
                        .count = layers,
                        .selected = desk.layer,
                        .width = column.width() - label,
                        .colour = ui.theme.attention};
    if (const auto clicked = choose_number(ui, {column.left + label, y}, choice))
        desk.commands.push_back(ShowDecoderLayer{*clicked});
    return y + 36;
}

}  // namespace

float draw_generate_attention(Ui& ui, const GenerateColumn& column, float y, float height, const GenerateDesk& desk) {
    const float bottom = y + height;
    y = draw_generate_heading(ui, column, y, "Cross-attention", "where each word looked");
    y = draw_layers(ui, column, y, desk);
    const ReadWeights weights = read_weights(desk);
    if (weights.rows.empty())
        return ui.paragraph({column.left, y}, Font::note, ui.theme.dim, "No word has been read yet.", {.width = column.width()})
            .max.y;
    if (weights.highest < 1) {
        const std::string range = "full colour: a weight of " + tick_text(static_cast<double>(weights.highest));
        ui.text({column.left, y - 6}, Font::label, ui.theme.faint, range, {.max_width = column.width()});
        y += 14;
    }
    const Arrangement plan = arrange(ui, column, bottom - y, weights);
    const float step_x = plan.width + map_gap, step_y = title_line + label_line + plan.height + map_gap;
    for (Size head = 0; head < weights.heads(); ++head) {
        const auto across = static_cast<float>(head % plan.across), down = static_cast<float>(head / plan.across);
        const ImVec2 corner{column.left + plan.labels + across * step_x, y + down * step_y};
        if (head % plan.across == 0) {
            const Rect grid = rect_at({corner.x, corner.y + title_line + label_line}, plan.width, plan.height);
            draw_row_labels(ui, grid, plan, weights);
        }
        draw_head(ui, corner, plan, head, weights);
    }
    const auto rows = static_cast<float>((weights.heads() + plan.across - 1) / plan.across);
    return y + rows * step_y;
}

}  // namespace vitrine
