/// The keys and values that the decoder's self-attentions keep from word to word: every cell is a number of the cache.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/render/heatmap/heatmap_drawing.h"
#include "app/views/generate/parts.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

namespace {

constexpr float block_gap = 12, label_gap = 8, new_room = 36, caption_line = 20, below_layer = 14;

/// The rows of all layers, one for every word that was read.
struct KV cacheRows {
    const GenerateScene& scene;
    std::vector<const std::vector<KV cacheRow>*> rows;  ///< each layer by layer
    std::vector<std::string> words;

    std::size_t layers() const { return rows.front()->size(); }
    /// The step that computed a row: of a prompt the first one computes all.
    int step_of(std::size_t row) const { return std::max(1, static_cast<int>(row) - scene.root + 1); }
    bool is_added(std::size_t row) const { return step_of(row) == scene.at(scene.asking).step + 1; }
    const std::vector<Scalar>& numbers(std::size_t row, std::size_t layer, bool keys) const {
        const KV cacheRow& one = (*rows[row])[layer];
        return keys ? one.key : one.value;
    }
};

KV cacheRows cache_rows(const GenerateScene& scene) {
    KV cacheRows cache{scene, {}, {}};
    const std::vector<std::vector<KV cacheRow>>& prompt = scene.generation().prompt_rows;
    for (std::size_t i = 0; i < scene.path.size(); ++i) {
        const StepRow* row = i < prompt.size() ? nullptr : row_after(scene.generation(), scene.path[i]);
        if (i >= prompt.size() && (!row || row->added.empty())) continue;
        cache.rows.push_back(row ? &row->added : &prompt[i]);
        cache.words.push_back(scene.word_at(scene.path[i]));
    }
    return cache;
}

/// Keys or values of one layer on the screen.
struct KV cacheBlock {
    std::size_t layer;
    bool keys;
    Rect grid;
    float pitch;  ///< from row to row
    float limit;  ///< the number that has the full colour
};

float limit_of(const KV cacheRows& cache, std::size_t layer, bool keys) {
    Scalar limit = 0;
    for (std::size_t row = 0; row < cache.rows.size(); ++row) {
        for (const Scalar number : cache.numbers(row, layer, keys)) {
            if (std::isfinite(number)) limit = std::max(limit, std::abs(number));
        }
    }
    return std::max(1e-6f, static_cast<float>(limit));
}

TensorView row_view(const std::vector<Scalar>& numbers) {
    const Layout layout{.rank = 1, .axes = {Axis::feature}, .shape = {static_cast<Size>(numbers.size())}, .strides = {1}};
    return {layout, ElementType::scalar, numbers.data()};
}

void note_number(Ui& ui, const KV cacheBlock& block, std::size_t row, int feature, const KV cacheRows& cache) {
    const auto number = static_cast<double>(cache.numbers(row, block.layer, block.keys)[static_cast<std::size_t>(feature)]);
    const Configuration& c = cache.scene.decoded.question.model->configuration;
    const Size width = c.head_width(StackKind::decoder);
    const bool added = cache.is_added(row), grouped = c.key_heads(StackKind::decoder) < c.heads(StackKind::decoder);
    const char* what = !block.keys ? "value" : c.is_rotary() ? "key, rotated" : "key";
    ui.note({fmt::format("{}  {}", what, signed_number(number, ElementType::scalar)),
             fmt::format("of “{}”, {}", cache.words[row],
                         added ? "computed in this step" : fmt::format("kept since step {}", cache.step_of(row))),
             fmt::format("{} {}, {} {}, dimension {}", c.has_encoder() ? "decoder layer" : "layer", block.layer + 1,
                         grouped ? "key head" : "head", feature / width + 1, feature % width)},
            block.grid);
}

void draw_row(Ui& ui, const KV cacheBlock& block, std::size_t row, const KV cacheRows& cache) {
    const Rect line =
        rect_at({block.grid.min.x, block.grid.min.y + static_cast<float>(row) * block.pitch}, block.grid.width(), block.pitch);
    const char* what = block.keys ? "keys" : "values";
    const Interaction does = ui.place(fmt::format("generate/cache/{}/{}/{}", block.layer, what, row), line);
    if (!ui.sees(line)) return;
    const bool added = cache.is_added(row);
    HeatmapStyle style = value_style(ui.theme, block.limit);
    constexpr float kept = 0.62f;
    style.opacity = added ? 1.0f : kept;
    const HeatmapCells cells{.tensor = row_view(cache.numbers(row, block.layer, block.keys)),
                             .row_axis = -1,
                             .column_axis = 0,
                             .generation = cache.scene.decoded.number};
    const HeatmapLayout layout = add_heatmap(ui.list, ui.heatmaps, line, cells, style);
    if (added) ui.frame(line.inset(-1), ui.theme.accent, 2, 1.5f);
    const auto pointed = does.hovered ? layout.at(ui.pointer().position) : std::nullopt;
    if (!pointed) return;
    ui.frame(layout.cell(0, pointed->column).inset(-1), ui.theme.text, 2, 2);
    note_number(ui, block, row, pointed->column, cache);
}

void draw_block(Ui& ui, const KV cacheBlock& block, const KV cacheRows& cache) {
    ui.frame(block.grid.inset(-4), block.keys ? ui.theme.key : ui.theme.value, metrics::radius, 1);
    for (std::size_t row = 0; row < cache.rows.size(); ++row) draw_row(ui, block, row, cache);
}

void draw_row_labels(Ui& ui, const Rect& grid, float pitch, float room, const KV cacheRows& cache) {
    constexpr float line = 12;
    const auto stride = static_cast<std::size_t>(stride_for(pitch, line));
    const std::size_t last = cache.words.size() - 1;
    for (std::size_t back = 0; back <= last; back += stride) {  // the newest always has its word
        const std::size_t row = last - back;
        ui.text({grid.min.x - label_gap - 2, grid.min.y + (static_cast<float>(row) + 0.5f) * pitch}, Font::label,
                back == 0 ? ui.theme.text : ui.theme.dim, cache.words[row],
                {.max_width = room, .align = Align::right, .vertical = VerticalAlign::middle});
    }
}

float label_room(const Ui& ui, const KV cacheRows& cache) {
    constexpr float widest = 72;
    float room = ui.width_of(Font::label, "layer 10");
    for (const std::string& word : cache.words) room = std::max(room, ui.width_of(Font::label, word) + 1);
    return std::min(room, widest);
}

/// Rows are as high as the room lets them, but can be seen.
float pitch_of(float rows, float height) {
    constexpr float highest = 14, highest_in_large = 22, large = 100, lowest = 4, thinnest = 2, most = 240;
    const float least = std::clamp(most / rows, thinnest, lowest);
    return std::floor(std::clamp(height / rows, least, height < large ? highest : highest_in_large));
}

void draw_layer(Ui& ui, Column& column, float height_of_rows, std::size_t layer, const KV cacheRows& cache) {
    const auto rows = static_cast<float>(cache.rows.size());
    const float pitch = pitch_of(rows, height_of_rows);
    const float labels = label_room(ui, cache), left = column.left + labels + label_gap + 4;
    const float room = (column.right - new_room - left - block_gap) / 2;
    const auto features = static_cast<float>(cache.numbers(0, layer, true).size());
    constexpr float widest_cell = 12;
    const float cell = std::min(widest_cell, room / features), width = on_pixels(cell) * features;
    const Rect captions = column.row(caption_line), blocks = column.row(pitch * rows, below_layer);
    ui.text(captions.min, Font::label, ui.theme.dim, fmt::format("layer {}", layer + 1), {.max_width = left - column.left});
    float x = std::round(left);
    for (const bool keys : {true, false}) {
        const Rect grid = rect_at({x, blocks.min.y}, width, blocks.height());
        const KV cacheBlock block{layer, keys, grid, pitch, limit_of(cache, layer, keys)};
        ui.text({x, captions.min.y}, Font::label, keys ? ui.theme.key : ui.theme.value, keys ? "keys" : "values",
                {.max_width = room});
        draw_block(ui, block, cache);
        if (keys) draw_row_labels(ui, block.grid, pitch, labels, cache);
        x = std::round(x + width + block_gap);
    }
    ui.text({x - block_gap + 8, blocks.max.y - pitch / 2}, Font::note_strong, ui.theme.accent, "new",
            {.vertical = VerticalAlign::middle});
}

/// Why nothing is kept.
std::string refusal_words(const Generation& generation) {
    if (!generation.cache_refusal.empty()) return "Nothing can be kept from step to step: " + generation.cache_refusal + ".";
    return "Nothing is kept from step to step: the whole decoder runs again for every token. Switch on “keep keys and values” to "
           "keep them.";
}

}  // namespace

void draw_generate_cache(Ui& ui, Column& column, float height, const GenerateScene& scene) {
    const float bottom = column.y + height;
    column.heading("KV cache", "the keys and values kept, layer by layer", Shorten::middle);
    const KV cacheRows cache = cache_rows(scene);
    if (!scene.generation().cached || cache.rows.empty()) {
        const std::string words = scene.generation().cached ? "No token has been read yet." : refusal_words(scene.generation());
        ui.place("generate/refusal", column.paragraph(Font::note, ui.theme.dim, words, 12));
        return;
    }
    const auto layers = static_cast<float>(cache.layers());
    const float rows = std::max(0.0f, (bottom - column.y) / layers - caption_line - below_layer);
    for (std::size_t layer = 0; layer < cache.layers(); ++layer) draw_layer(ui, column, rows, layer, cache);
}

}  // namespace vitrine
