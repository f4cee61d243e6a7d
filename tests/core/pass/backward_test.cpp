/// The backward pass through whole models.

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "core/tensor/error.h"
#include "tests/core/check_gradient.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/counted.h"

namespace vitrine::backward_test {
using namespace vitrine::tests;

namespace {

/// ReLU has no derivative at 0, and finite differences are wrong for inputs that are nearer to 0 than their step.
Configuration without_kinks(Configuration c) {
    c.change_layers([](LayerConfiguration& layer) {
        if (layer.activation == ActivationKind::relu) layer.activation = ActivationKind::gelu;
    });
    return c;
}

/// Compares the gradients of a pass with finite differences of the loss, for each of its parameters.
void check_parameters(const Pass& pass, Parameters& parameters, const Parameters& gradients) {
    Activations a;
    visit_tensors(
        [&](Tensor& parameter, const Tensor& gradient) {
            check_against_differences({{parameter, gradient}}, [&] {
                forward(pass, a);
                return static_cast<double>(a.loss.data()[0]);
            });
        },
        parameters, gradients);
}

void check_model(const Configuration& c, std::uint64_t seed, const Regime& regime) {
    Random random(seed);
    Parameters parameters = random_parameters(c, random), d_parameters = make_parameters(c);
    const Batch batch = random_batch(c, random);
    Activations a, d;
    const Pass pass{c, parameters, batch, regime};
    forward(pass, a);
    backward(pass, a, {d, d_parameters});
    check_parameters(pass, parameters, d_parameters);
}

}  // namespace

TEST_CASE("the gradients of all parameters agree with finite differences, whatever the design choices" * in_double) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        check_model(without_kinks(random_configuration(random)), seed, {});
    }
}

TEST_CASE("the gradients agree with finite differences with the choices of other papers, whatever they are" * in_double) {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Configuration c = without_kinks(random_family(random));
        c.untrained_token = no_token;  // its row of the table lacks its gradient on purpose
        check_model(c, seed, {});
    }
}

TEST_CASE("they do in training, too: with dropout, label smoothing, as a part of a batch, and with masks taken away" * in_double) {
    for (std::uint64_t seed = 101; seed <= 104; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Configuration c = without_kinks(random_configuration(random));
        check_model(c, seed,
                    {.dropout = 0.3, .embedding_dropout = 0.2, .seed = seed, .label_smoothing = 0.1, .counted_labels = 17});
        check_model(c, seed, {.design = {.causal_mask = false, .padding_mask = false}});
    }
}

TEST_CASE("they do with every departure from the paper by itself, and with many at once in training" * in_double) {
    for (const std::uint64_t seed : {201, 202, 203, 205}) {
        CAPTURE(seed);
        Random random(seed);
        Configuration c = without_kinks(random_configuration(random));
        c.scale_embedding = true;
        for (const Design& design : single_departures(c)) check_model(c, seed, {.design = design});
        check_model(c, seed, {.dropout = 0.3, .embedding_dropout = 0.2, .seed = seed, .design = random_design(c, random)});
        check_model(c, seed, {.design = random_design(c, random)});
    }
}

TEST_CASE("ReLU's gradients agree with finite differences away from its bend" * in_double) {
    Random random(5);
    Configuration c = random_configuration(random);
    c.activation = ActivationKind::relu;
    check_model(c, 5, {});
}

TEST_CASE("every gradient is set, whatever it held before") {
    Random random(3);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    const Batch batch = random_batch(c, random);
    Activations a, d;
    Parameters d_parameters = make_parameters(c);
    const Pass pass{c, parameters, batch, {.dropout = 0.2, .seed = 1}};
    forward(pass, a);
    backward(pass, a, {d, d_parameters});
    const Activations first = d;
    const Parameters first_parameters = d_parameters;
    const auto spoil = [](auto& tensor) { tensor.fill(99); };
    visit_tensors(spoil, d);
    visit_tensors(spoil, d_parameters);
    backward(pass, a, {d, d_parameters});
    const auto compare = [](const auto& tensor, const auto& before) {
        REQUIRE(tensor.count() == before.count());
        CHECK(std::equal(tensor.data(), tensor.data() + tensor.count(), before.data()));
    };
    visit_tensors(compare, d, first);
    visit_tensors(compare, d_parameters, first_parameters);
}

TEST_CASE("dropout is the same from a seed, differs between seeds, and is absent without it") {
    Random random(4);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    const Batch batch = random_batch(c, random);
    const auto loss_of = [&](const Regime& regime) {
        Activations a;
        forward({c, parameters, batch, regime}, a);
        CHECK(a.src.dropped.empty() == (regime.embedding_dropout == 0));
        CHECK(a.decoder.layers[0].ffn().activation_dropout_mask.empty() == (regime.dropout == 0));
        return a.loss.data()[0];
    };
    CHECK(loss_of({.dropout = 0.5, .embedding_dropout = 0.1, .seed = 1}) ==
          loss_of({.dropout = 0.5, .embedding_dropout = 0.1, .seed = 1}));
    CHECK(loss_of({.dropout = 0.5, .seed = 1}) != loss_of({.dropout = 0.5, .seed = 2}));
    CHECK(loss_of({}) == loss_of({.seed = 9}));
}

TEST_CASE("activations filled in training are those of plain use again after a plain run") {
    Random random(6);
    const Configuration c = random_configuration(random);
    const Parameters parameters = random_parameters(c, random);
    const Batch batch = random_batch(c, random);
    Activations fresh, reused;
    forward(c, parameters, batch, fresh);
    forward({c, parameters, batch, {.dropout = 0.5, .seed = 1}}, reused);
    forward(c, parameters, batch, reused);
    visit_tensors(
        [](const auto& tensor, const auto& expected) {
            REQUIRE(tensor.empty() == expected.empty());
            CHECK(std::equal(tensor.data(), tensor.data() + tensor.count(), expected.data()));
        },
        reused, fresh);
}

TEST_CASE("gradients go back through silenced heads, skipped sublayers and residuals, and overwritten parameters" * in_double) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const Configuration c = without_kinks(random_configuration(random));
        const Interventions interventions{
            .overwrites = {{"src_embedding.weight", {1, 0}, 0.5}},
            .silenced = {{"encoder.layers.0.self_attn", 0}, {"decoder.layers.0.cross_attn", c.nhead - 1}},
            .skipped_sublayers = {"decoder.layers.0.ffn"},
            .skipped_residuals = {"encoder.layers.0.ffn", "decoder.layers.0.self_attn"}};
        Random drawn(seed);
        Parameters parameters = random_parameters(c, drawn), d_parameters = make_parameters(c);
        const Batch batch = random_batch(c, drawn);
        Activations a, d;
        const Pass pass{c, parameters, batch, {}, &interventions};
        forward(pass, a);
        backward(pass, a, {d, d_parameters});
        d_parameters.src_embedding.weight.at({1, 0}) = 0;  // the run does not use the model's own number
        check_parameters(pass, parameters, d_parameters);
    }
}

TEST_CASE("they go back through what is set by hand with every departure, too" * in_double) {
    const Counted checks(10);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random(seed);
        Configuration c = without_kinks(random_configuration(random));
        c.scale_embedding = true;
        const Interventions interventions{.silenced = {{"decoder.layers.0.cross_attn", 0}},
                                          .skipped_sublayers = {"decoder.layers.0.ffn"},
                                          .skipped_residuals = {"encoder.layers.0.ffn"}};
        Parameters parameters = random_parameters(c, random), d_parameters = make_parameters(c);
        const Batch batch = random_batch(c, random);
        for (const Design& design : single_departures(c)) {
            Activations a, d;
            const Pass pass{c, parameters, batch, {.design = design}, &interventions};
            forward(pass, a);
            backward(pass, a, {d, d_parameters});
            check_parameters(pass, parameters, d_parameters);
        }
    }
}

/// The derivative of the loss with respect to a number set by hand, from finite differences.
double slope_of(const Ingredients& made, Interventions interventions, std::size_t overwrite) {
    constexpr double step = 1e-5;
    const double here = interventions.overwrites[overwrite].value;
    Activations a;
    const auto loss_at = [&](double value) {
        interventions.overwrites[overwrite].value = value;
        forward(made.pass(interventions), a);
        return static_cast<double>(a.loss.data()[0]);
    };
    return (loss_at(here + step) - loss_at(here - step)) / (2 * step);
}

TEST_CASE("gradients go past numbers set by hand, which have a gradient themselves" * in_double) {
    int checked = 0;
    for (std::uint64_t seed = 301; seed <= 308; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made;
        made.configuration = without_kinks(random_configuration(random));
        made.parameters = random_parameters(made.configuration, random);
        made.batch = random_batch(made.configuration, random);
        if (seed % 2 == 0) made.regime = {.dropout = 0.2, .seed = seed, .design = random_design(made.configuration, random)};
        Activations a, d;
        forward(made.pass({}), a);
        const Interventions interventions{.overwrites = some_differentiable(made, a, 8, random)};
        Parameters d_parameters = make_parameters(made.configuration);
        forward(made.pass(interventions), a);
        backward(made.pass(interventions), a, {d, d_parameters});
        check_parameters(made.pass(interventions), made.parameters, d_parameters);
        for (std::size_t i = 0; i < interventions.overwrites.size(); ++i) {
            const Overwrite& overwrite = interventions.overwrites[i];
            CAPTURE(overwrite.path);
            const auto check = [&]<class T>(const TensorOf<T>& gradient) {
                if (gradient.empty()) return;  // sinusoids
                const double analytic = static_cast<double>(gradient.at(overwrite.index));
                CHECK(analytic == doctest::Approx(slope_of(made, interventions, i)).epsilon(1e-6).scale(1e-2));
                ++checked;
            };
            visit_tensor(overwrite.path, check, d);
        }
    }
    CHECK(checked > 30);
}

TEST_CASE("gradients past numbers of a LayerNorm's statistics, or of what follows the logits, are refused by name") {
    Random random(2);
    const Ingredients made = random_ingredients(random);
    Parameters d_parameters = make_parameters(made.configuration);
    Activations a, d;
    const auto differentiate = [&](const Overwrite& overwrite) {
        const Interventions interventions{.overwrites = {overwrite}};
        forward(made.pass(interventions), a);
        backward(made.pass(interventions), a, {d, d_parameters});
    };
    CHECK_THROWS_WITH_AS(differentiate({"encoder.layers.0.norm1.mean", {}, 1}),
                         "no gradients while numbers of encoder.layers.0.norm1.mean are overwritten", Error);
    CHECK_THROWS_AS(differentiate({"probabilities", {}, 1}), Error);
    CHECK_NOTHROW(differentiate({"memory", {}, 1}));
    CHECK_NOTHROW(differentiate({"encoder.layers.0.self_attn.key_transposed", {}, 1}));
    CHECK_NOTHROW(differentiate({"src.tokens", {}, 1}));
    CHECK_NOTHROW(differentiate({"encoder.layers.0.self_attn.mask", {}, 0}));
}

}  // namespace vitrine::backward_test
