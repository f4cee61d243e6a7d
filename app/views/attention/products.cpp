/// Why one token attends to another: query · key, dimension by dimension, then mask and softmax; and the value that is carried.
/// Every number of the table leads to the map, where the inspector takes it apart.

#include <fmt/format.h>

#include "app/frame/sheets/state.h"
#include "app/panel/measures.h"
#include "app/state/selection_commands.h"
#include "app/state/window_commands.h"
#include "app/views/attention/pair_words.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/product_table.h"
#include "app/words/term_listing.h"

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

constexpr const char* click_words = "click a number to see what it is made of";

/// Goes to a number on the map, where the inspector takes it apart.
void go_to_map(const Ui& ui, const AttentionScene& scene, const SelectCell& number) {
    if (!scene.pair.chosen) scene.choose(scene.tokens());  // so that the way back leads to this pair
    scene.commands.push_back(number);
    scene.commands.push_back(SetView{View::map});
    scene.commands.push_back(FollowChosen{});
    if (!is_narrow(ui.size())) scene.commands.push_back(RevealAnchor{"anatomy"});  // down to its result
}

/// Draws the stops from left to right with arrows between them, over several lines if needed.
void draw_stops(Ui& ui, Column& column, const AttentionScene& scene, const std::vector<AttentionStop>& stops) {
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
        const bool leads = *stop.tensor != 0;
        const Rect area = rect_at(at, std::min(width, column.right - at.x), line - 8);
        const Interaction does = leads ? ui.control(fmt::format("attention/stop/{}", &stop - stops.data()), area) : Interaction{};
        ui.text(at, Font::label, ui.theme.dim, stop.caption, {.max_width = column.right - at.x});
        ui.text({at.x, at.y + 17}, Font::mono_strong, stop.in_question || does.hovered ? ui.theme.accent : ui.theme.text,
                stop.number);
        if (does.hovered) ui.note({click_words}, area);
        if (does.clicked) go_to_map(ui, scene, {attention_tensor(scene.state, stop.tensor), scene.cell(scene.tokens())});
        at.x += width;
    }
}

std::string scalar_text(double value) { return signed_number(value, ElementType::scalar); }

void note_feature(Ui& ui, const AttentionScene& scene, const FeatureProduct& one, const Rect& beside) {
    ui.note(
        {fmt::format("dimension {}  {}", one.feature, scalar_text(one.product())),
         fmt::format("{} of {}  ×  {} of {}", scalar_text(one.query), scene.query_name(), scalar_text(one.key), scene.key_name()),
         fmt::format("of the {} that this head's queries and keys have", scene.numbers.query.size(3)), click_words},
        beside);
}

/// The tensors whose products are the scores, and the primes of their symbols: one for a norm, and one for a rotation.
struct Scored {
    const char *query = "query", *key = "key", *primes = "";
};

Scored scored(const AttentionScene& scene) {
    const bool normed = !scene.numbers.query_norm.output.empty();
    if (!scene.numbers.rotated_query.empty()) return {"rotated_query", "rotated_key", normed ? "″" : "′"};
    return normed ? Scored{"query_norm", "key_norm", "′"} : Scored{};
}

/// The weight that the value is multiplied by.
double carried_share(const AttentionScene& scene) {
    const Tensor& weights = scene.numbers.dropped_weights.empty() ? scene.numbers.weights : scene.numbers.dropped_weights;
    return view(weights).at(scene.cell(scene.tokens()));
}

/// A number of the value of the shown key.
Index value_cell(const AttentionScene& scene, Size feature) {
    return {scene.head.sentence, key_head_of(scene.numbers, scene.head.head), scene.tokens().key, feature};
}

void note_value(Ui& ui, const AttentionScene& scene, int feature, const Rect& beside) {
    const double value = view(scene.numbers.value).at(value_cell(scene, feature)), share = carried_share(scene);
    ui.note({fmt::format("dimension {} of the value of {}  {}", feature, scene.key_name(), scalar_text(value)),
             fmt::format("{} × its weight {} = {}", scalar_text(value), plain_number(share), scalar_text(value * share)),
             fmt::format("of the {} that this head's values have", scene.numbers.value.size(3)), click_words},
            beside);
}

/// "carried × 0.9839": what becomes of the value.
std::string carried_words(const AttentionScene& scene) {
    const Reach reach = reach_of(scene.run(), scene.place, scene.head, scene.tokens().query);
    if (reach == Reach::silenced || reach == Reach::off) return "not carried";
    return fmt::format("{}× {}", reach == Reach::whole ? "carried " : "", plain_number(carried_share(scene)));
}

VectorRow value_row(const Ui& ui, const AttentionScene& scene) {
    VectorRow row{.row = {"v of " + scene.key_name(), ui.theme.value, limit_of_tensor(scene, "value"), "value"},
                  .remark = carried_words(scene),
                  .numbers = {}};
    for (Size feature = 0; feature < scene.numbers.value.size(3); ++feature)
        row.numbers.push_back(view(scene.numbers.value).at(value_cell(scene, feature)));
    return row;
}

/// The number that a place of the table shows; for a product the score that it is part of.
SelectCell number_at(const AttentionScene& scene, const ProductCell& place) {
    const Scored of = scored(scene);
    const auto [sentence, head] = scene.head;
    const auto tensor = [&](const char* name) { return attention_tensor(scene.state, name); };
    switch (place.row) {
        case ProductCell::Row::first:
            return {tensor(of.query), {sentence, head, scene.tokens().query, place.feature}};
        case ProductCell::Row::second:
            return {tensor(of.key), {sentence, key_head_of(scene.numbers, head), scene.tokens().key, place.feature}};
        case ProductCell::Row::below:
            return {tensor("value"), value_cell(scene, place.feature)};
        default:
            return {tensor("scores"), scene.cell(scene.tokens())};
    }
}

/// Goes to the map, where the inspector takes the clicked number apart. A product is a term of its score: this term comes into
/// view, also if it is among the smaller ones, which are folded.
void take_apart(const Ui& ui, const AttentionScene& scene, const ProductCell& place, std::span<const ProductColumn> columns) {
    go_to_map(ui, scene, number_at(scene, place));
    if (place.row != ProductCell::Row::product || place.feature == ProductCell::sum_of_rest) return;
    const int rank = columns[static_cast<std::size_t>(place.feature)].rank;
    if (rank >= static_cast<int>(most_listed_terms)) scene.commands.push_back(ShowEveryTerm{true});
    scene.commands.push_back(RevealAnchor{fmt::format("anatomy/term/{}/0", place.feature)});
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
    const Scored of = scored(scene);
    const std::string of_query = fmt::format("q{} of ", of.primes), of_key = fmt::format("k{} of ", of.primes);
    const ProductTableInput input{
        .name = "attention/feature",
        .columns = columns,
        .first = {of_query + scene.query_name(), ui.theme.query, limit_of_tensor(scene, of.query), "query"},
        .second = {of_key + scene.key_name(), ui.theme.key, limit_of_tensor(scene, of.key), "key"},
        .below = value_row(ui, scene),
    };
    const ProductTableOutput table = product_table(ui, column.corner(), column.width(), input);
    if (table.clicked) take_apart(ui, scene, *table.clicked, columns);
    if (table.hovered_below) note_value(ui, scene, *table.hovered_below, table.used);
    if (table.hovered) note_feature(ui, scene, products[static_cast<std::size_t>(*table.hovered)], table.used);
    double sum = 0;
    for (const FeatureProduct& one : products) sum += one.product();
    Column below{ui, table.left, column.right, table.used.max.y + 12};
    below.line(26, Font::note, ui.theme.dim, largest_products(products), Shorten::end);
    std::vector<AttentionStop> stops = attention_stops(scene, sum);
    const std::string to = " to " + scene.query_name();  // left out where it would take a line more: the heading says it, too
    if (std::string& last = stops.back().caption; stops_width(ui, stops) > below.width() && last.ends_with(to))
        last.resize(last.size() - to.size());
    draw_stops(ui, below, scene, stops);
    if (const std::string softmax = softmax_words(scene); !softmax.empty())
        below.line(20, Font::note, ui.theme.dim, softmax, Shorten::end);
    column.y = below.y;
    ui.place("attention/products", column.since(top));
    column.gap(8);
}

}  // namespace vitrine
