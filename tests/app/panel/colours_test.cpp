#include <cmath>

#include <doctest/doctest.h>

#include "app/panel/panel.h"
#include "tests/app/random_runs.h"
#include "tests/counted.h"

namespace vitrine::colours_test {
using namespace vitrine::tests;

namespace {

using Scale = HeatmapStyle::Scale;

HeatmapStyle style_of(const Run& run, const TensorInfo& info, ShareColours colours) {
    return picture_of(run, info, plane_of(run.find(info.path).layout, 0, 0), theme(ThemeKind::dark), colours).style;
}

/// Whether a number lies within the scale, rather than having the colour of its nearest end.
bool is_within(double value, const HeatmapStyle& style) {
    const double rounding = 1e-4 * std::max(1.0, std::abs(value));
    if (style.scale == Scale::diverging) return std::abs(value) <= static_cast<double>(style.limit) + rounding;
    return value >= static_cast<double>(style.low) - rounding && value <= static_cast<double>(style.high) + rounding;
}

}  // namespace

TEST_CASE("colours reach as far as the numbers do, however they came about") {
    const Counted checks(1000);
    Random random(41);
    for (int i = 0; i < 60; ++i) {
        const auto run = random_edited_run(random);
        for (const TensorInfo& info : run->outline().tensors) {
            const TensorView tensor = run->find(info.path);
            // Masked scores have the colours of the scores, as a mask value of −10⁹ would leave no colours for the others.
            if (!tensor.present() || info.path.ends_with(".masked_scores")) continue;
            const auto colours = static_cast<ShareColours>(random.below(3));
            const HeatmapStyle style = style_of(*run, info, colours);
            INFO(info.path);
            for (Size place = 0; place < tensor.layout.count(); ++place) {
                const double value = tensor.at(index_of(tensor.layout, place));
                if (std::isfinite(value)) CHECK(is_within(value, style));
            }
        }
    }
}

TEST_CASE("numbers that are never negative have no colours for negative ones, unless some are set by hand") {
    ModelRequest request;
    request.sample = "translation";
    const auto run = make_run(request);
    const TensorInfo& losses = *run->info("token_loss");
    CHECK(style_of(*run, losses, ShareColours::automatic).scale == Scale::sequential);
    CHECK(value_text(*run, losses, {0, 0})[0] != '+');
    Edits edits;
    edits.interventions.overwrites.push_back({"token_loss", {0, 1}, -3});
    const auto edited = with_edits(run, edits);
    CHECK(style_of(*edited, *edited->info("token_loss"), ShareColours::automatic).scale == Scale::diverging);
}

TEST_CASE("of up to 24 keys colours go to 1, of more up to the largest weight, unless that is chosen") {
    for (const Size keys : {24, 25}) {
        auto model = std::make_shared<Model>();
        Random random(7);
        model->configuration = random_configuration(random);
        model->configuration.max_positions = 64;
        model->parameters = random_parameters(model->configuration, random);
        model->batch.src.resize({1, keys});
        model->batch.tgt.resize({1, 2});
        draw_words(model->batch.src, model->configuration.src_vocab_size, random);
        draw_words(model->batch.tgt, model->configuration.tgt_vocab_size, random);
        const auto run = make_run(model);
        const TensorInfo& weights = *run->info("decoder.layers.0.cross_attn.weights");
        const double largest = run->statistics_of(weights.path).of(weights.path).maximum;
        const auto high = [&](ShareColours colours) { return static_cast<double>(style_of(*run, weights, colours).high); };
        CHECK(high(ShareColours::to_one) == 1);
        CHECK(high(ShareColours::to_largest) >= largest);
        CHECK(high(ShareColours::to_largest) <= 2.5 * largest);
        CHECK(high(ShareColours::automatic) == high(keys == 24 ? ShareColours::to_one : ShareColours::to_largest));
    }
}

}  // namespace vitrine::colours_test
