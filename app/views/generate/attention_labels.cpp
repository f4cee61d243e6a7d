#include <algorithm>
#include <cmath>

#include "app/views/generate/attention.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr float label_line = 18, second_line = 13;

/// The size of cells, depending on the number of heads side by side.
struct CellSize {
    float x = 0, y = 0;
    float area() const { return x * y; }
};

CellSize cell_with(const AttentionPlan& plan, int across, ImVec2 room, const ReadWeights& weights) {
    constexpr float largest = 52, widest = 84, ratio = 1.5f, thinnest = 2, thin = 6, most_height = 420;
    const auto count = static_cast<float>(across), rows = static_cast<float>(weights.count());
    const auto lines = static_cast<float>((weights.heads() + across - 1) / across);
    const float wide = (room.x - (count - 1) * attention_gap) / count / static_cast<float>(weights.keys());
    const float high = (room.y / lines - attention_title - plan.column_labels - attention_gap) / rows;
    const float least = std::clamp(most_height / rows, thinnest, thin);
    const float y = on_pixels(std::clamp(std::min(wide, high), least, largest));
    return {on_pixels(std::min({wide, ratio * y, widest})), y};
}

void lay_out(AttentionPlan& plan, ImVec2 room, const ReadWeights& weights) {
    const int most = static_cast<int>(std::min<Size>(weights.heads(), 8));
    plan.across = 1;
    CellSize cell = cell_with(plan, 1, room, weights);
    for (int across = 2; across <= most; ++across) {
        const CellSize other = cell_with(plan, across, room, weights);
        if (other.area() > cell.area()) cell = other, plan.across = across;
    }
    plan.pitch_x = cell.x;
    plan.pitch_y = cell.y;
    plan.width = plan.pitch_x * static_cast<float>(weights.keys());
    plan.height = plan.pitch_y * static_cast<float>(weights.count());
}

/// Computes the room for row labels, which is small unless the column is wide.
void make_room_for_rows(AttentionPlan& plan, const Ui& ui, float width, const ReadWeights& weights) {
    constexpr float widest = 84;
    for (const std::string& word : weights.read) plan.row_labels = std::max(plan.row_labels, ui.width_of(Font::label, word));
    plan.says_next = says_next_beside(ui, width, weights);
    const float alone = ui.width_of(Font::note_strong, weights.read.back());
    const float last = plan.says_next ? ui.width_of(Font::note_strong, asking_label(weights)) : 0;
    plan.row_labels = std::max(std::min(widest, std::max(plan.row_labels, alone)), last);
    plan.row_labels += attention_label_gap + 2;
}

/// Whether every word fits. With very many words, one of the first already fails, so this is quick.
bool all_fit(const Ui& ui, const std::vector<std::string>& words, float room) {
    return std::ranges::all_of(words, [&](const std::string& word) { return ui.width_of(Font::label, word) <= room; });
}

bool is_special(const std::string& word) { return word.size() > 2 && word.front() == '<' && word.back() == '>'; }

/// Whether every word fits or can show three letters. Special words, such as "<unk>", have to fit.
bool all_tell(const Ui& ui, const std::vector<std::string>& words, float room) {
    constexpr float least = 12;
    const float three = ui.width_of(Font::label, "mmm…");
    return room >= least && std::ranges::all_of(words, [&](const std::string& word) {
               return (!is_special(word) && three <= room) || ui.width_of(Font::label, word) <= room;
           });
}

/// The label of a word. If "<bos>" or another special word does not fit, it is a dot.
std::string label_of(const Ui& ui, const std::string& word, float room) {
    return is_special(word) && ui.width_of(Font::label, word) > room ? "·" : word;
}

/// Draws a word above the middle of its column, on the only line of labels or the upper one of two.
void draw_column_label(Ui& ui, ImVec2 middle, float room, const std::string& word) {
    ui.text(middle, Font::label, ui.theme.dim, label_of(ui, word, room),
            {.max_width = room, .align = Align::centre, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
}

/// Labels some of the columns if they are narrower than letters. A label begins at the left edge of its column.
void draw_some_labels(Ui& ui, const Rect& grid, float pitch, const ReadWeights& weights) {
    constexpr float needed = 24;
    const int stride = stride_for(pitch, needed);
    for (int key = 0; key < weights.keys(); key += stride) {
        const float room = pitch * static_cast<float>(std::min(stride, weights.keys() - key)) - 3;
        if (room < needed - 5) continue;
        ui.text({grid.min.x + static_cast<float>(key) * pitch, grid.min.y - 10}, Font::label, ui.theme.dim,
                label_of(ui, weights.source[static_cast<std::size_t>(key)], room),
                {.max_width = room, .vertical = VerticalAlign::middle, .shorten = Shorten::end});
    }
}

}  // namespace

std::string asking_label(const ReadWeights& weights) {
    return weights.next.back().empty() ? weights.read.back() : weights.read.back() + " (next: " + weights.next.back() + ")";
}

bool says_next_beside(const Ui& ui, float width, const ReadWeights& weights) {
    constexpr float wide_column = 440, widest = 170;
    return width >= wide_column && ui.width_of(Font::note_strong, asking_label(weights)) <= widest;
}

float AttentionPlan::head_height() const { return attention_title + column_labels + height + attention_gap; }

AttentionPlan arrange_attention(const Ui& ui, const Column& column, float height, const ReadWeights& weights) {
    AttentionPlan plan;
    make_room_for_rows(plan, ui, column.width(), weights);
    const ImVec2 room{column.width() - plan.row_labels, height};
    plan.column_labels = label_line;
    lay_out(plan, room, weights);
    if (all_fit(ui, weights.source, plan.pitch_x - 4)) return plan;
    plan.column_labels = label_line + second_line;
    lay_out(plan, room, weights);
    // With very many words, even two lines do not help.
    if (all_tell(ui, weights.source, 2 * plan.pitch_x - 4)) return plan;
    plan.column_labels = label_line;
    lay_out(plan, room, weights);
    return plan;
}

void draw_attention_rows(Ui& ui, const Rect& grid, const AttentionPlan& plan, const ReadWeights& weights) {
    constexpr float line = 13;
    const int last = weights.count() - 1, stride = stride_for(plan.pitch_y, line);
    for (int row = last; row >= 0; row -= stride) {  // begins with the newest, which always has a label
        const bool asks = row == last;
        const std::string label = asks && plan.says_next ? asking_label(weights) : weights.read[static_cast<std::size_t>(row)];
        ui.text({grid.min.x - attention_label_gap, grid.min.y + (static_cast<float>(row) + 0.5f) * plan.pitch_y},
                asks ? Font::note_strong : Font::label, asks ? ui.theme.text : ui.theme.dim, label,
                {.max_width = plan.row_labels - attention_label_gap, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

void draw_attention_columns(Ui& ui, const Rect& grid, const AttentionPlan& plan, const ReadWeights& weights) {
    constexpr float beyond = 16;
    const bool two_lines = plan.column_labels > label_line;
    if (!two_lines && !all_fit(ui, weights.source, plan.pitch_x - 4)) return draw_some_labels(ui, grid, plan.pitch_x, weights);
    for (int key = 0; key < weights.keys(); ++key) {
        const bool above = two_lines && key % 2 == 0;
        const float x = std::round(grid.min.x + (static_cast<float>(key) + 0.5f) * plan.pitch_x), y = grid.min.y - 10;
        const bool outer = key == 0 || key + 1 == weights.keys();  // there is no neighbour, and beyond it the next head begins
        float room = two_lines ? 2 * plan.pitch_x - 4 : plan.pitch_x - 1;
        if (two_lines && outer) room = std::min(room, plan.pitch_x + beyond);
        // A thin line connects a word on the upper line to its column.
        if (above) ui.fill({{x, y - second_line + 7}, {x + 1, grid.min.y - 4}}, ui.theme.line);
        draw_column_label(ui, {x, above ? y - second_line : y}, room, weights.source[static_cast<std::size_t>(key)]);
    }
}

}  // namespace vitrine
