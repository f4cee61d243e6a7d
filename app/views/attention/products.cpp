/// Why one token attends to another: query · key, dimension by dimension, then mask and softmax.

#include <fmt/format.h>

#include "app/views/attention/pair_words.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/product_table.h"

namespace vitrine {

namespace {

float limit_of_tensor(const AttentionScene& scene, const char* tensor) {
    return static_cast<float>(limit_of(scene.run(), *scene.run().outline().find(attention_tensor(scene.state, tensor))));
}

std::vector<ProductColumn> columns_of(const std::vector<FeatureProduct>& products) {
    std::vector<ProductColumn> columns;
    for (const FeatureProduct& one : products) columns.push_back({static_cast<int>(one.feature), one.query, one.key, 0});
    int rank = 0;
    for (const std::size_t place : by_size(products)) columns[place].rank = rank++;
    return columns;
}

void draw_arrow(Ui& ui, float left, float right, float y) {
    ui.fill({{left, y - 0.5f}, {right - 4, y + 0.5f}}, ui.theme.faint);
    arrow_head(ui, {right, y}, {1, 0}, ui.theme.faint);
}

constexpr float between_stops = 30;

float stop_width(const Ui& ui, const AttentionStop& stop) {
    return std::max(ui.width_of(Font::label, stop.caption), ui.width_of(Font::mono_strong, stop.number));
}

float stops_width(const Ui& ui, const std::vector<AttentionStop>& stops) {
    float width = -between_stops;
    for (const AttentionStop& stop : stops) width += between_stops + stop_width(ui, stop);
    return width;
}

/// Draws the stops from left to right with arrows between them, over several lines if needed.
void draw_stops(Ui& ui, Column& column, const std::vector<AttentionStop>& stops) {
    constexpr float room = between_stops, margin = 7, line = 46;
    ImVec2 at = column.row(line).min;
    for (const AttentionStop& stop : stops) {
        const float width = stop_width(ui, stop);
        const bool first = &stop == &stops.front();
        if (!first && at.x + room + width > column.right) {
            at = column.row(line).min;
        } else if (!first) {
            draw_arrow(ui, at.x + margin, at.x + room - margin, at.y + 17);
            at.x += room;
        }
        ui.text(at, Font::label, ui.theme.dim, stop.caption, {.max_width = column.right - at.x});
        ui.text({at.x, at.y + 17}, Font::mono_strong, stop.in_question ? ui.theme.accent : ui.theme.text, stop.number);
        at.x += width;
    }
}

void note_feature(Ui& ui, const AttentionScene& scene, const FeatureProduct& one, const Rect& beside) {
    const auto number = [](double value) { return signed_number(value, ElementType::scalar); };
    ui.note({fmt::format("dimension {}  {}", one.feature, number(one.product())),
             fmt::format("{} of {}  ×  {} of {}", number(one.query), scene.query_name(), number(one.key), scene.key_name()),
             fmt::format("of the {} that this head's queries and keys have", scene.numbers.query.size(3))},
            beside);
}

}  // namespace

void draw_attention_products(Ui& ui, Column& column, const AttentionScene& scene) {
    const Rect title = ui.text(column.corner(), Font::heading, ui.theme.text, pair_heading(scene), {.max_width = column.width()});
    const std::string words = pair_remark(scene);
    const float top = column.y;
    const bool beside = title.max.x + 14 + ui.width_of(Font::note, words) <= column.right;
    ui.text(beside ? ImVec2{title.max.x + 14, top + 3} : ImVec2{column.left, top + 22}, Font::note, ui.theme.dim, words,
            {.max_width = column.width()});
    column.gap(beside ? 32 : 50);

    const auto products = feature_products(scene.numbers, scene.head, scene.tokens());
    const std::vector<ProductColumn> columns = columns_of(products);
    const bool turned = !scene.numbers.rotated_query.empty();
    const std::string of_query = turned ? "q′ of " : "q of ", of_key = turned ? "k′ of " : "k of ";
    const ProductTableInput input{
        .name = "attention/feature",
        .columns = columns,
        .first = {of_query + scene.query_name(), ui.theme.query, limit_of_tensor(scene, turned ? "rotated_query" : "query")},
        .second = {of_key + scene.key_name(), ui.theme.key, limit_of_tensor(scene, turned ? "rotated_key" : "key")},
    };
    const ProductTableOutput table = product_table(ui, column.corner(), column.width(), input);
    if (table.hovered) note_feature(ui, scene, products[static_cast<std::size_t>(*table.hovered)], table.used);
    double sum = 0;
    for (const FeatureProduct& one : products) sum += one.product();
    Column below{ui, table.left, column.right, table.used.max.y + 12};
    below.line(26, Font::note, ui.theme.dim, largest_products(products), Shorten::end);
    std::vector<AttentionStop> stops = attention_stops(scene, sum);
    const std::string to = " to " + scene.query_name();  // left out where it would take a line more: the heading says it, too
    if (std::string& last = stops.back().caption; stops_width(ui, stops) > below.width() && last.ends_with(to))
        last.resize(last.size() - to.size());
    draw_stops(ui, below, stops);
    if (const std::string softmax = softmax_words(scene); !softmax.empty())
        below.line(20, Font::note, ui.theme.dim, softmax, Shorten::end);
    column.y = below.y;
    ui.place("attention/products", column.since(top));
    column.gap(8);
}

}  // namespace vitrine
