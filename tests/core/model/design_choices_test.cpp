/// Every departure from the paper is compared with an independent evaluation of its equation and, if PyTorch has it, with
/// PyTorch's numbers.

#include <algorithm>
#include <filesystem>

#include <doctest/doctest.h>

#include "core/files/safetensors.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/model/description.h"
#include "core/model/design.h"
#include "core/model/variant.h"
#include "core/tensor/error.h"
#include "core/trace/trace.h"
#include "tests/core/approximately.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/core/pass/plain_model.h"
#include "tests/core/stored_numbers.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::design_test {
using namespace vitrine::tests;

namespace {

Model golden(const std::string& name) {
    const std::filesystem::path folder = test_data("goldens") / name;
    return open_model({.folder = folder, .batch = folder / "batch.json"});
}

Design only(std::string_view name) {
    Design design;
    find_design_choice(name)->make(design, true);
    return design;
}

Activations run(const Model& model, const Design& design) {
    Activations activations;
    forward({model.configuration, model.parameters, model.batch, {.design = design}}, activations);
    return activations;
}

/// The largest difference between our logits and those of the plain loops, relative to the largest logit.
double distance_from_plain(const Ingredients& made, const Design& design) {
    Activations a;
    forward({made.configuration, made.parameters, made.batch, {.design = design}}, a);
    const PlainModel plain(made.configuration, made.parameters, design);
    double difference = 0, size = 1;
    for (Size b = 0; b < made.batch.tgt.size(0); ++b) {
        const Rows expected = plain.logits(made.batch, b);
        for (Size i = 0; i < a.logits.count() / a.logits.size(0); ++i) {
            const Size width = a.logits.size(2);
            const double number = expected[static_cast<std::size_t>(i / width)][static_cast<std::size_t>(i % width)];
            difference = std::max(difference, std::abs(static_cast<double>(a.logits.at({b, i / width, i % width})) - number));
            size = std::max(size, std::abs(number));
        }
    }
    return difference / size;
}

constexpr double tolerance = is_double ? 1e-10 : 2e-4;

}  // namespace

TEST_CASE("the logits are those of the equations in plain loops, as in the paper and with every departure by itself") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        CHECK(distance_from_plain(made, {}) < tolerance);
        for (const DesignChoice& choice : design_choices()) {
            CAPTURE(choice.name);
            const Design design = only(choice.name);
            if (refusal(design, made.configuration).empty()) CHECK(distance_from_plain(made, design) < tolerance);
        }
    }
}

TEST_CASE("they are those of the equations, too, where every layer makes choices of its own") {
    const Counted checks(200);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made = random_ingredients(random);
        Configuration& c = made.configuration;
        c.head_dim = 2 * between(random, 1, 2);
        if (coin(random)) c.positions = PositionKind::rotary;
        if (coin(random)) c.logits_cap = 0.5 + 2 * random.uniform();
        draw_layers(c, random);
        check(c);
        made.parameters = random_parameters(c, random);
        CHECK(distance_from_plain(made, {}) < tolerance);
        for (int i = 0; i < 3; ++i) CHECK(distance_from_plain(made, random_design(c, random)) < tolerance);
    }
}

TEST_CASE("they are with any departures together that can be had together") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        CHECK(distance_from_plain(made, random_design(made.configuration, random)) < tolerance);
    }
}

TEST_CASE("they are for every variant, whatever is switched off in it") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made = random_ingredients(random);
        const Variant variant{.norm_placement = coin(random) ? NormPlacement::after : NormPlacement::before,
                              .heads = coin(random) ? 1 : made.configuration.d_model,
                              .positions = coin(random) ? PositionKind::sinusoidal : PositionKind::learned,
                              .seed = seed};
        made.configuration = with(made.configuration, variant);
        made.parameters = initialise(made.configuration, {.seed = variant.seed});
        CHECK(distance_from_plain(made, {}) < tolerance);
        CHECK(distance_from_plain(made, random_design(made.configuration, random)) < tolerance);
    }
}

TEST_CASE("the equation of a choice is computed as it stands there, whatever else is chosen") {
    for (std::uint64_t seed = 1; seed <= 120; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        const Configuration& c = made.configuration;
        const Design design = random_design(c, random);
        Activations a;
        forward({c, made.parameters, made.batch, {.design = design}}, a);
        const auto has = [&](const char* choice, const char* part) {
            return find_design_choice(choice)->equation(c, design).find(part) != std::string::npos;
        };
        const LayerActivations& first = a.encoder.layers[0];
        const AttentionActivations& encoder = first.self_attn();
        CHECK(has("mask_after_softmax", "⊙ mask") == !encoder.unmasked_weights.empty());
        const auto near = [](double x, double y) { return std::abs(x - y) <= 1e-4 * (1 + std::abs(y)); };
        const Index cell{0, 0, 0, 0};
        double product = 0;
        for (Size i = 0; i < encoder.query.size(3); ++i)
            product += static_cast<double>(encoder.query.at({0, 0, 0, i})) * static_cast<double>(encoder.key.at({0, 0, 0, i}));
        if (has("unscaled_scores", "/ √d")) product /= std::sqrt(static_cast<double>(encoder.query.size(3)));
        CHECK(near(static_cast<double>(encoder.scores.at(cell)), product));

        const MaskTensor& mask = a.decoder.layers[0].self_attn().mask;
        for (Size b = 0; b < mask.size(0); ++b) {
            for (Size q = 0; q < mask.size(2); ++q) {
                for (Size k = 0; k < mask.size(3); ++k) {
                    bool sees = true;
                    if (has("no_causal_mask", "key ≤ query")) sees &= k <= q;
                    if (has("no_causal_mask", "padding"))
                        sees &= made.batch.tgt.at({b, has("padding_on_queries", "query q") ? q : k}) != c.pad_tgt;
                    CHECK((mask.at({b, 0, q, k}) != 0) == sees);
                }
            }
        }
        CHECK(has("no_causal_mask", "padding") == !has("padding_on_queries", "= 1"));

        const Tensor& embedding = a.src.projected.empty() ? a.src.embedding : a.src.projected;
        double x = static_cast<double>(embedding.at({0, 0, 0}));
        if (has("no_positions", "√D")) x *= std::sqrt(static_cast<double>(c.d_model));
        if (has("no_positions", "+ positions")) x += static_cast<double>(a.src.positions.at({0, 0}));
        CHECK(near(static_cast<double>(a.src.sum.at({0, 0, 0})), x));
        CHECK(has("no_positions", "projection(embedding)") == !a.src.projected.empty());
        CHECK(has("no_positions", "x = LayerNorm(") == !a.src.normalized.output.empty());

        const Tensor& found = design.norm_inside ? first.sublayers[0].norm.output : encoder.output;
        const Tensor& input = a.src.normalized.output.empty() ? a.src.sum : a.src.normalized.output;
        const double stream = has("no_residuals", "x + ") ? static_cast<double>(input.at({0, 0, 0})) : 0;
        CHECK(near(static_cast<double>(first.sublayers[0].residual.at({0, 0, 0})),
                   stream + static_cast<double>(found.at({0, 0, 0}))));
        CHECK(has("norm_inside", "x + LayerNorm(sublayer(x))") == (design.norm_inside && design.residuals));
        CHECK(find_design_choice("no_residuals")->equation(c, design).starts_with("LayerNorm(") ==
              (design.norm_inside ? !design.residuals : c.norm_placement == NormPlacement::after));
    }
}

TEST_CASE("every departure moves the predictions of a model of five sentences, three of them padded") {
    const Counted checks(16);
    const Model model = golden("translation");
    const Activations paper = run(model, {});
    for (const DesignChoice& choice : design_choices()) {
        CAPTURE(choice.name);
        CHECK_FALSE(choice.is_made({}));
        CHECK_FALSE(same_cells(run(model, only(choice.name)).probabilities, paper.probabilities));
    }
}

TEST_CASE("without the scaling of embeddings a model runs as PyTorch recorded the one that has none") {
    Model model = golden("single-token");
    REQUIRE_FALSE(model.configuration.scale_embedding);
    model.configuration.scale_embedding = true;
    const Activations scaled = run(model, {}), unscaled = run(model, only("unscaled_embeddings"));
    const Regime regime{.design = only("unscaled_embeddings")};
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration, regime)), unscaled);
    const auto stored = read_safetensors(test_data("goldens/single-token/trace.safetensors"));
    CHECK_FALSE(same_cells(scaled.logits, unscaled.logits));
    for (const auto& item : stored.tensors) {
        CAPTURE(item.first);
        const std::vector<double> expected = numbers(item.second), ours = numbers(trace.find(item.first));
        REQUIRE(ours.size() == expected.size());
        for (std::size_t i = 0; i < ours.size(); ++i) {
            if (ours[i] != expected[i]) CHECK(ours[i] == doctest::Approx(expected[i]).epsilon(1e-4).scale(0.2));
        }
    }
}

TEST_CASE("without positions a model runs as one whose table of positions is all zeros") {
    Model model = golden("prenorm-gelu-tied");
    REQUIRE(model.configuration.positions == PositionKind::learned);
    const Activations without = run(model, only("no_positions"));
    CHECK(without.src.positions.empty());
    model.parameters.src_positions.weight.fill(0), model.parameters.tgt_positions.weight.fill(0);
    CHECK(same_cells(run(model, {}).logits, without.logits));
}

TEST_CASE("one module for both attentions runs as two with the same weights") {
    Model model = golden("translation");
    const Activations shared = run(model, only("shared_attention"));
    for (LayerParameters& layer : model.parameters.transformer.decoder.layers) layer.multihead_attn = layer.self_attn;
    CHECK(same_cells(run(model, {}), shared));
}

TEST_CASE("with the mask after the softmax there are no masked scores, and rows of weights sum to what is not hidden") {
    const Activations a = run(golden("translation"), only("mask_after_softmax"));
    const AttentionActivations& own = a.decoder.layers[0].self_attn();
    CHECK(own.masked_scores.empty());
    REQUIRE(own.unmasked_weights.count() == own.weights.count());
    for (Size q = 0; q < own.weights.size(2); ++q) {
        double sum = 0, unmasked = 0, left = 0;
        for (Size k = 0; k < own.weights.size(3); ++k) {
            const double share = static_cast<double>(own.unmasked_weights.at({0, 0, q, k}));
            sum += static_cast<double>(own.weights.at({0, 0, q, k})), unmasked += share;
            if (own.mask.at({0, 0, q, k})) left += share;
        }
        CHECK(unmasked == approximately(1));
        CHECK(sum == approximately(left));
    }
    CHECK(own.weights.at({0, 0, 0, 0}) < Scalar(1));
}

TEST_CASE("activations filled under one design are those of another after a run under that") {
    Random random(8);
    const Ingredients made = random_ingredients(random);
    Activations reused;
    for (int round = 0; round < 40; ++round) {
        const Regime regime{.design = round % 2 ? Design{} : random_design(made.configuration, random)};
        Activations fresh;
        forward({made.configuration, made.parameters, made.batch, regime}, fresh);
        forward({made.configuration, made.parameters, made.batch, regime}, reused);
        CHECK(same_cells(reused, fresh));
    }
}

TEST_CASE("whatever the design, tensors have the axes that they are declared with") {
    const Counted checks(200);
    const EmbeddingActivations embedding;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Random random(seed);
        const Ingredients made = random_ingredients(random);
        for (const Design& design : single_departures(made.configuration)) {
            Activations a;
            forward({made.configuration, made.parameters, made.batch, {.design = design}}, a);
            const auto compare = [](const auto& tensor, const auto& own) { CHECK(tensor.layout().axes == own.layout().axes); };
            visit_tensors(compare, a.src, embedding);
            Activations declared;
            shape_stacks(describe(made.configuration, design), declared);
            visit_tensors(compare, a.encoder, declared.encoder);
            visit_tensors(compare, a.decoder, declared.decoder);
        }
    }
}

TEST_CASE("a sublayer that is skipped by hand lets through what went into it, also where no residual is added") {
    Random random(9);
    Ingredients made = random_ingredients(random);
    made.regime.design.residuals = false;
    const Interventions skipped{.skipped_sublayers = {"encoder.layers.0.ffn"}};
    Activations a;
    forward(made.pass(skipped), a);
    const LayerActivations& layer = a.encoder.layers[0];
    const SublayerActivations& first = layer.sublayers[0];
    CHECK(same_cells(layer.sublayers[1].residual,
                     is_normed_before(made.configuration.norm_placement) ? first.residual : first.norm.output));
}

TEST_CASE("what cannot be had is refused in a line that names the choice") {
    Configuration c = golden("translation").configuration;
    for (const DesignChoice& choice : design_choices()) CHECK_NOTHROW(check(only(choice.name), c));
    c.scale_embedding = false;
    CHECK_THROWS_WITH_AS(check(only("unscaled_embeddings"), c),
                         "unscaled_embeddings: this model does not scale its embeddings in the first place", Error);
    CHECK_THROWS_AS(check({.padding_mask = false, .padding_on_queries = true}, c), Error);
    CHECK_THROWS_AS(check({.causal_mask = false, .padding_mask = false, .mask_after_softmax = true}, c), Error);
    CHECK_NOTHROW(check({.padding_mask = false, .mask_after_softmax = true}, c));
    CHECK(find_design_choice("unmasked") == nullptr);
}

}  // namespace vitrine::design_test
