/// Why one word looks at another: query · key, feature by feature, then mask and softmax.

#include <cmath>

#include <fmt/format.h>

#include "app/views/attention/parts.h"
#include "app/widgets/controls.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/product_table.h"
#include "app/words/alterations.h"

namespace vitrine {

namespace {

/// Whether the query looks at every other key less than at this one.
bool is_heaviest(const HeadWeights& head, const TokenPair& pair) {
    const double weight = head.at(pair.query, pair.key);
    for (Size k = 0; k < head.keys; ++k) {
        if (k != pair.key && !(head.at(pair.query, k) < weight)) return false;
    }
    return weight > 0;
}

std::string heading(const AttentionScene& scene) {
    const std::string query = briefly_quoted(scene.query_word()), key = briefly_quoted(scene.key_word());
    if (!scene.sees()) return query + " cannot see " + key;
    if (scene.detail.weights.choices(scene.tokens().query) == 1) return query + " can look at " + key + " alone";
    const bool most = is_heaviest(scene.detail.weights, scene.tokens());
    return (most ? "Why " : "How much ") + query + " looks at " + key + (most ? " most" : "");
}

std::string remark(const AttentionScene& scene) {
    if (!scene.sees()) {
        const MaskCell cell{scene.place, scene.head.sentence, scene.tokens().query, scene.tokens().key};
        return "hidden by the mask: " + hidden_text(scene.run(), cell);
    }
    if (scene.pair.chosen) return "query · key, feature by feature";
    const ProposedPair& proposed = scene.run().of<AttentionReadings>().proposed_pair(scene.run(), scene.place, scene.head);
    return proposal_text(proposed.rule, scene.place.kind) + "; click a cell for another";
}

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

/// "the two largest products: feature 2, +2.3145, and feature 7, −0.8995".
std::string largest_words(const std::vector<FeatureProduct>& products) {
    const auto ranked = by_size(products);
    const auto named = [&](std::size_t rank) {
        const FeatureProduct& one = products[ranked[rank]];
        return fmt::format("feature {}, {}", one.feature, signed_number(one.product(), ElementType::scalar));
    };
    if (products.size() == 1) return "the only product: " + named(0);
    return "the two largest products in size: " + named(0) + ", and " + named(1);
}

/// "softmax: e^0.9194 = 2.5078, of 11.1502 in the whole row"; empty where nothing is seen, or where e^score says nothing to anyone.
std::string softmax_words(const AttentionScene& scene) {
    constexpr double largest = 20;
    const TensorView scores =
        view(scene.run().regime.design.mask_after_softmax ? scene.numbers.scores : scene.numbers.masked_scores);
    const auto score_at = [&](Size key) { return scores.at(scene.cell({scene.tokens().query, key})); };
    double sum = 0;
    for (Size key = 0; key < scene.detail.weights.keys; ++key) {
        if (!(score_at(key) < largest)) return {};
        sum += std::exp(score_at(key));
    }
    if (!scene.sees()) return {};
    const double score = score_at(scene.tokens().key);
    return fmt::format("softmax: e^{} = {}, of {} in the whole row", plain_number(score), plain_number(std::exp(score)),
                       plain_number(sum));
}

/// One stop on the way from the products to the weight.
struct Stop {
    std::string caption, number;
    bool in_question = false;
};

/// How the pair's number in that tensor came about, unless it was written there by hand.
std::string caption_of(const AttentionScene& scene, const char* tensor, const std::string& made) {
    return is_written(scene.run(), attention_tensor(scene.state, tensor), scene.cell(scene.tokens())) ? "set by hand" : made;
}

std::vector<Stop> stops_of(const AttentionScene& scene, double sum) {
    const auto at = [&](const Tensor& tensor) { return view(tensor).at(scene.cell(scene.tokens())); };
    const AttentionStage stage = scene.state.of<AttentionView>().stage;
    const auto number = [](double value) { return signed_number(value, ElementType::scalar); };
    const Design& design = scene.run().regime.design;
    const std::string divided =
        design.scale_scores ? fmt::format("÷ √{}: score", scene.numbers.query.size(3)) : "not divided: score";
    std::vector<Stop> stops{
        {"sum of products", number(sum)},
        {caption_of(scene, "scores", divided), number(at(scene.numbers.scores)), stage == AttentionStage::scores}};
    const bool at_weights = stage == AttentionStage::weights || stage == AttentionStage::side_by_side;
    const std::string mask = scene.sees() ? "mask lets it pass" : "masked", weight = plain_number(at(scene.numbers.weights));
    if (design.mask_after_softmax) {
        stops.push_back({caption_of(scene, "unmasked_weights", "softmax"), plain_number(at(scene.numbers.unmasked_weights)),
                         stage == AttentionStage::masked});
        stops.push_back({caption_of(scene, "weights", mask + ": weight"), weight, at_weights});
    } else {
        stops.push_back(
            {caption_of(scene, "masked_scores", mask), number(at(scene.numbers.masked_scores)), stage == AttentionStage::masked});
        stops.push_back({caption_of(scene, "weights", "softmax: weight"), weight, at_weights});
    }
    stops.push_back({"contribution",
                     plain_number(static_cast<double>(scene.detail.contributions.at({scene.tokens().query, scene.tokens().key}))),
                     stage == AttentionStage::contribution});
    return stops;
}

void draw_arrow(Ui& ui, float left, float right, float y) {
    ui.fill({{left, y - 0.5f}, {right - 4, y + 0.5f}}, ui.theme.faint);
    arrow_head(ui, {right, y}, {1, 0}, ui.theme.faint);
}

/// From left to right with arrows between, continued in the next line if needed.
void draw_stops(Ui& ui, Column& column, const std::vector<Stop>& stops) {
    constexpr float room = 40, margin = 10, line = 46;
    ImVec2 at = column.row(line).min;
    for (const Stop& stop : stops) {
        const float width = std::max(ui.width_of(Font::label, stop.caption), ui.width_of(Font::mono_strong, stop.number));
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
    ui.note({fmt::format("feature {}  {}", one.feature, number(one.product())),
             fmt::format("{} of {}  ×  {} of {}", number(one.query), quoted(scene.query_word()), number(one.key),
                         quoted(scene.key_word())),
             fmt::format("of the {} that this head's queries and keys have", scene.numbers.query.size(3))},
            beside);
}

}  // namespace

void draw_attention_products(Ui& ui, Column& column, const AttentionScene& scene) {
    const Rect title = ui.text(column.corner(), Font::heading, ui.theme.text, heading(scene), {.max_width = column.width()});
    const std::string words = remark(scene);
    const float top = column.y;
    const bool beside = title.max.x + 14 + ui.width_of(Font::note, words) <= column.right;
    ui.text(beside ? ImVec2{title.max.x + 14, top + 3} : ImVec2{column.left, top + 22}, Font::note, ui.theme.dim, words,
            {.max_width = column.width()});
    column.gap(beside ? 32 : 50);

    const auto products = feature_products(scene.numbers, scene.head, scene.tokens());
    const std::vector<ProductColumn> columns = columns_of(products);
    const ProductTableInput input{
        .name = "attention/feature",
        .columns = columns,
        .first = {"q of " + quoted(scene.query_word()), ui.theme.query, limit_of_tensor(scene, "query")},
        .second = {"k of " + quoted(scene.key_word()), ui.theme.key, limit_of_tensor(scene, "key")},
    };
    const ProductTableOutput table = product_table(ui, column.corner(), column.width(), input);
    if (table.hovered) note_feature(ui, scene, products[static_cast<std::size_t>(*table.hovered)], table.used);
    double sum = 0;
    for (const FeatureProduct& one : products) sum += one.product();
    Column below{ui, table.left, column.right, table.used.max.y + 12};
    below.line(26, Font::note, ui.theme.dim, largest_words(products), Shorten::end);
    draw_stops(ui, below, stops_of(scene, sum));
    if (const std::string softmax = softmax_words(scene); !softmax.empty())
        below.line(20, Font::note, ui.theme.dim, softmax, Shorten::end);
    column.y = below.y;
    ui.place("attention/products", column.since(top));
    column.gap(8);
}

}  // namespace vitrine
