/// Draws relative positions: a number for each distance and head, which is added to the score.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/state/state.h"
#include "app/views/positions/commands.h"
#include "app/views/positions/curves.h"
#include "app/views/positions/placed.h"
#include "app/widgets/legend.h"
#include "app/widgets/number.h"
#include "app/widgets/tensor/tensor_view.h"

namespace vitrine {

std::vector<BucketRange> bucket_ranges(const RelativeBuckets& buckets) {
    std::vector<BucketRange> ranges(static_cast<std::size_t>(buckets.count));
    const Size farthest = buckets.max_distance + 1;
    for (Size distance = -farthest; distance <= farthest; ++distance) {
        const Size query = distance < 0 ? -distance : 0, key = distance < 0 ? 0 : distance;
        BucketRange& range = ranges[static_cast<std::size_t>(relative_bucket(key, query, buckets))];
        range.least = range.is_used ? std::min(range.least, distance) : distance;
        range.most = range.is_used ? std::max(range.most, distance) : distance;
        range.open = range.open || std::abs(distance) == farthest;
        range.is_used = true;
    }
    return ranges;
}

std::string range_words(const BucketRange& range) {
    if (!range.is_used) return "no distance";
    if (range.least <= 0 && range.most > 0) return "itself and all later positions";
    if (range.least == 0 && range.most == 0) return "itself";
    const bool before = range.most < 0;
    const Size near = before ? -range.most : range.least, far = before ? -range.least : range.most;
    const char* side = before ? "before" : "after";
    if (range.open) return fmt::format("{}+ {}", near, side);
    return near == far ? fmt::format("{} {}", near, side) : fmt::format("{}–{} {}", near, far, side);
}

namespace {

/// The table that all layers of the stack use, and its buckets.
struct BiasTable {
    const Tensor& numbers;  // [buckets, H]
    RelativeBuckets buckets;
    std::vector<BucketRange> ranges;

    double at(Size bucket, Size head) const { return static_cast<double>(numbers.at({bucket, head})); }
    Size bucket_of(Size distance) const {
        return relative_bucket(std::max<Size>(distance, 0), std::max<Size>(-distance, 0), buckets);
    }
};

BiasTable table_of(const PlacedScene& scene) {
    const Configuration& c = scene.configuration();
    const bool encoder = scene.place.kind == AttentionKind::encoder_self;
    const StacksParameters& stacks = scene.run().parameters->transformer;
    const RelativeBuckets buckets{c.relative_buckets, c.relative_max_distance, encoder};
    return {(encoder ? stacks.encoder : stacks.decoder).relative_positions.weight, buckets, bucket_ranges(buckets)};
}

double largest_in(const Tensor& tensor) {
    double largest = 1e-6;
    for (Size i = 0; i < tensor.count(); ++i) {
        const double size = std::abs(static_cast<double>(tensor.data()[i]));
        if (std::isfinite(size)) largest = std::max(largest, size);
    }
    return largest;
}

std::string distance_text(Size distance) {
    if (distance == 0) return "itself";
    return fmt::format("{} {}", std::abs(distance), distance < 0 ? "before" : "after");
}

void draw_biased_heading(Ui& ui, Column& column, const BiasTable& table) {
    column.line(26, Font::title, ui.theme.text, "How a distance becomes a bias");
    std::string words =
        "Nothing is added to the embeddings. Instead, every head adds a learned bias to the score of two tokens, which depends "
        "only on the distance between them. Small distances have a bias each; larger distances share one, and the larger they are, "
        "the more of them share it.";
    if (!table.buckets.bidirectional) words += " This stack does not attend to later tokens, so they have no biases of their own.";
    column.paragraph(Font::note, ui.theme.dim, words, 16);
}

void draw_bias_table(Ui& ui, Column& column, const BiasTable& table, const PlacedScene& scene) {
    column.heading("The table", "a row for each bucket of distances, a column for each head", Shorten::end);
    const Size chosen = table.bucket_of(scene.key - scene.query);
    TensorViewInput input;
    input.name = "positions/bias-table";
    input.cells = {.tensor = view(table.numbers), .generation = scene.run().generation};
    input.style = value_style(ui.theme, static_cast<float>(largest_in(table.numbers)));
    input.row_labels = {table.buckets.count, [&table](Size bucket) {
                            return fmt::format("{}  {}", range_words(table.ranges[static_cast<std::size_t>(bucket)]), bucket);
                        }};
    input.column_labels = {table.numbers.size(1), [](Size head) { return std::to_string(head + 1); }};
    input.row_title = "bucket ↓";
    input.column_title = "head →";
    input.frame = ui.theme.attention;
    input.largest_cell = 46;
    input.square = false;
    input.pointed = Index{chosen, scene.head};
    const TensorViewOutput output = tensor_view(ui, column.row(60 + 15 * static_cast<float>(table.buckets.count)), input);
    column.y = output.used.max.y + 8;
    if (output.hovered) {
        const auto [bucket, head] = std::pair{(*output.hovered)[0], (*output.hovered)[1]};
        ui.note({signed_number(table.at(bucket, head), ElementType::scalar), fmt::format("bucket {}, head {}", bucket, head + 1),
                 "a key at this distance from the query: " + range_words(table.ranges[static_cast<std::size_t>(bucket)])},
                output.used);
    }
    legend(ui, column, 168, input.style);
    column.gap(8);
    column.paragraph(Font::note, ui.theme.dim, "All layers of the stack use this one table.", 12);
}

/// Draws the head's numbers over the distances, and the bucket of the chosen distance.
void draw_bias_curve(Ui& ui, Column& column, const BiasTable& table, const PlacedScene& scene) {
    draw_curve_title(ui, column, fmt::format("Head {} by distance", scene.head + 1), "key − query, in positions");
    const Size reach = std::max<Size>(scene.positions - 1, std::min<Size>(table.buckets.max_distance, 24));
    Points points;
    double largest = 1e-6;
    for (Size distance = -reach; distance <= reach; ++distance) {
        points.push_back({static_cast<double>(distance), table.at(table.bucket_of(distance), scene.head)});
        if (std::isfinite(points.back().value)) largest = std::max(largest, std::abs(points.back().value));
    }
    const WaveLine lines[] = {{"", points, faded(ui.theme.faint, 0.8f), 1}};
    std::vector<WaveDot> dots;
    add_dots(dots, points, value_style(ui.theme, static_cast<float>(largest_in(table.numbers))));
    const double limit = range_from_zero(largest).high;
    const WaveInput input{.name = "positions/bias",
                          .lines = lines,
                          .dots = dots,
                          .vertical = {-limit, limit},
                          .horizontal = {-static_cast<double>(reach) - 0.5, static_cast<double>(reach) + 0.5},
                          .horizontal_title = "key − query",
                          .marked = static_cast<int>(scene.key - scene.query),
                          .outline = ui.theme.dim};
    const WaveOutput output = wave(ui, column.row(curve_height, 8), input);
    if (output.hovered) {
        const Size bucket = table.bucket_of(*output.hovered);
        ui.note({distance_text(*output.hovered) + fmt::format(": bucket {}", bucket),
                 signed_number(table.at(bucket, scene.head), ElementType::scalar),
                 "with it: " + range_words(table.ranges[static_cast<std::size_t>(bucket)])});
    }
    if (output.clicked) {
        const Size key = scene.query + *output.clicked;
        if (key >= 0 && key < scene.positions) scene.commands.push_back(ChoosePlaced{scene.query, key, scene.pair});
    }
}

/// Draws the score of the chosen pair of words, with and without the bias.
void draw_biased_score(Ui& ui, Column& column, const BiasTable& table, const PlacedScene& scene) {
    const float top = column.y;
    const Size distance = scene.key - scene.query, bucket = table.bucket_of(distance);
    const std::string range = range_words(table.ranges[static_cast<std::size_t>(bucket)]), own = distance_text(distance);
    column.paragraph(Font::body, ui.theme.text,
                     fmt::format("query {}, key {}: {}. That is bucket {}{}.", scene.word(scene.query), scene.word(scene.key), own,
                                 bucket, range == own ? "" : ": " + range),
                     6);
    const bool divided = described(scene.run(), scene.place).divisor.root_of_width;
    const auto number = [&](const char* tensor) {
        return signed_number(scene.at(tensor, scene.query, scene.key), ElementType::scalar);
    };
    column.paragraph(Font::mono, ui.theme.dim,
                     fmt::format("{}  score q · k, {}", number(".scores"), divided ? "divided by √d" : "not divided by √d"), 2);
    column.paragraph(Font::mono, ui.theme.dim,
                     fmt::format("{}  bias of bucket {}, head {}", number(".position_bias"), bucket, scene.head + 1), 2);
    column.paragraph(Font::mono, ui.theme.text, fmt::format("{}  score with its bias", number(".biased_scores")), 12);
    ui.place("positions/score", column.since(top));
}

void draw_biased_scores(Ui& ui, Column& column, const PlacedScene& scene) {
    const PlacedPicture pictures[] = {{".scores", "Scores, without it", Index{scene.query, scene.key}},
                                      {".position_bias", "The bias", Index{scene.query, scene.key}},
                                      {".biased_scores", "Scores, with it", Index{scene.query, scene.key}}};
    constexpr float width_for_three = 760, gap = 28;
    const float height = 64 + 26 * static_cast<float>(std::min<Size>(scene.positions, 20));
    const bool beside = column.width() >= width_for_three;
    const float width = beside ? (column.width() - 2 * gap) / 3 : column.width(), top = column.y;
    float left = column.left, bottom = top;
    for (const PlacedPicture& picture : pictures) {
        Column own{ui, left, left + width, beside ? top : bottom};
        if (const auto clicked = draw_placed_picture(ui, own, picture, height, scene))
            scene.commands.push_back(ChoosePlaced{(*clicked)[0], (*clicked)[1], scene.pair});
        if (beside) left += width + gap;
        bottom = std::max(bottom, own.y);
    }
    column.y = bottom;
}

}  // namespace

void draw_biased_positions(Ui& ui, const Rect& area, const State& state, Commands& commands) {
    const PlacedScene scene = make_placed_scene(state, commands);
    const BiasTable table = table_of(scene);
    Column column = begin_column(ui, "positions", area, state, metrics::wide_margin);
    draw_biased_heading(ui, column, table);
    if (!scene.has(".position_bias")) {
        column.paragraph(
            Font::body, ui.theme.dim,
            "This run adds nothing: positions are switched off, so scores do not depend on the distance between tokens.");
        return end_column(column, "positions", commands);
    }
    constexpr float width_for_two = 720;
    if (column.width() < width_for_two) {
        draw_bias_table(ui, column, table, scene);
        draw_bias_curve(ui, column, table, scene);
        draw_biased_score(ui, column, table, scene);
    } else {
        auto [left, right] = column.halves(36);
        draw_bias_table(ui, left, table, scene);
        draw_bias_curve(ui, right, table, scene);
        draw_biased_score(ui, right, table, scene);
        column.go_below(left, right);
    }
    column.rule(16);
    draw_biased_scores(ui, column, scene);
    end_column(column, "positions", commands);
}

}  // namespace vitrine
