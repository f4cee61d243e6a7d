#include "core/trace/outline.h"

#include <map>
#include <set>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/core/random_models.h"

namespace vitrine::outline_test {
using namespace vitrine::tests;

namespace {

/// Paths of all tensors that a run has filled.
std::set<std::string> recorded_paths(const Activations& activations) {
    std::set<std::string> paths;
    for_each_tensor(
        "",
        [&](const std::string& path, const auto& tensor) {
            if (!tensor.empty()) paths.insert(path);
        },
        activations);
    return paths;
}

/// The steps that fill each tensor.
std::multimap<std::string, int> filling_steps(const Outline& outline) {
    std::multimap<std::string, int> steps;
    for (std::size_t i = 0; i < outline.steps.size(); ++i) {
        for (const std::string& output : outline.steps[i].outputs) steps.emplace(output, static_cast<int>(i));
    }
    return steps;
}

void check_outline(const Outline& outline, const Activations& activations) {
    const auto steps = filling_steps(outline);
    for (const std::string& path : recorded_paths(activations)) {
        CAPTURE(path);
        CHECK(steps.count(path) == 1);
    }
    const Trace trace = make_trace(std::make_shared<const Outline>(outline), activations);
    for (std::size_t i = 0; i < outline.tensors.size(); ++i) {
        CAPTURE(outline.tensors[i].path);
        CHECK(trace.tensors[i].present());
        CHECK(steps.count(outline.tensors[i].path) == 1);
    }
    for (std::size_t i = 0; i < outline.steps.size(); ++i) {
        CAPTURE(outline.steps[i].id);
        for (const std::string& input : outline.steps[i].inputs) {
            CAPTURE(input);
            REQUIRE(steps.count(input) == 1);
            CHECK(steps.find(input)->second < static_cast<int>(i));
        }
    }
}

}  // namespace

TEST_CASE(
    "every tensor a run records is filled by exactly one step, from tensors of earlier steps, with dropout and without, "
    "whatever the design") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Configuration c = random_configuration(random);
        const Parameters parameters = random_parameters(c, random);
        const Batch batch = random_batch(c, random);
        for (const double dropout : {0.0, 0.5}) {
            CAPTURE(dropout);
            Activations activations;
            const Design design = seed % 2 ? Design{} : random_design(c, random);
            const Regime regime{.dropout = dropout, .embedding_dropout = dropout / 2, .seed = seed, .design = design};
            forward({c, parameters, batch, regime}, activations);
            check_outline(make_outline(c, regime), activations);
        }
    }
}

TEST_CASE("a residual that is switched off in part is said to be what it is, and nothing reads what is left out") {
    Random random(1);
    Configuration c = random_configuration(random);
    c.norm_placement = NormPlacement::after;
    const std::string residual = "encoder.layers.0.residual1";
    const auto step_with = [&](ResidualParts parts) {
        const Outline outline = make_outline(c, {}, {{residual, parts}});
        CHECK(outline.parts_of(residual) == parts);
        CHECK(outline.parts_of("encoder.layers.0.residual2") == ResidualParts::both);
        return outline.steps[static_cast<std::size_t>(outline.step_of(residual))];
    };
    const Step both = step_with(ResidualParts::both);
    CHECK(both.formula == "residual = x + sublayer(x)");
    REQUIRE(both.inputs.size() == 2);
    const Step x = step_with(ResidualParts::x), sublayer = step_with(ResidualParts::sublayer);
    CHECK(x.formula == "residual = x");
    CHECK(x.inputs == std::vector{both.inputs[0]});
    CHECK(sublayer.formula == "residual = sublayer(x)");
    CHECK(sublayer.inputs == std::vector{both.inputs[1]});
}

TEST_CASE("the equation of a residual names the norm that the model has") {
    Random random(1);
    Configuration c = random_configuration(random);
    c.norm_placement = NormPlacement::before;
    const auto formula = [&](LayerNormKind kind) {
        c.layer_norm = kind;
        const Outline outline = make_outline(c, {});
        return outline.steps[static_cast<std::size_t>(outline.step_of("encoder.layers.0.residual1"))].formula;
    };
    CHECK(formula(LayerNormKind::torch) == "residual = x + sublayer(LayerNorm(x))");
    CHECK(formula(LayerNormKind::rms) == "residual = x + sublayer(RMSNorm(x))");
}

TEST_CASE("a step of a mask says to hide exactly what the masks in use hide") {
    Random random(2);
    int without = 0;
    for (int round = 0; round < 60; ++round) {
        const Configuration c = random_configuration(random);
        const Design design = random_design(c, random);
        for (const Step& step : make_outline(c, {.design = design}).steps) {
            if (step.operation != Operation::mask) continue;
            CAPTURE(step.id);
            CAPTURE(step.text);
            const auto says = [&](const char* words) { return step.text.find(words) != std::string::npos; };
            const bool causal = design.causal_mask && step.id.find("decoder") != std::string::npos &&
                                step.id.find("self_attn") != std::string::npos;
            CHECK(says("hides nothing") == (!causal && !design.padding_mask));
            CHECK(says("every later token") == causal);
            CHECK((says("Hides padding") || says("from queries that are padding")) == design.padding_mask);
            CHECK(says("Hidden") == (causal || design.padding_mask));
            CHECK(says("−∞") == (says("Hidden") && !design.mask_after_softmax && !c.mask_value));
            without += says("hides nothing");
        }
    }
    CHECK(without > 10);
}

TEST_CASE("gradients stand under the paths of what they are gradients of") {
    Random random(1);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    const Batch batch = random_batch(c, random);
    Activations activations, gradients;
    Parameters d_parameters = make_parameters(c);
    forward(c, parameters, batch, activations);
    backward({c, parameters, batch}, activations, {gradients, d_parameters});
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(c)), gradients);
    CHECK(trace.find("encoder.layers.0.self_attn.scores").data == gradients.encoder.layers[0].self_attn().scores.data());
    CHECK(trace.find("encoder.layers.0.self_attn.key_transposed").present());
    CHECK_FALSE(trace.find("encoder.layers.0.self_attn.mask").present());
    CHECK_FALSE(trace.find("probabilities").present());
}

}  // namespace vitrine::outline_test
