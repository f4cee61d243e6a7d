#include "core/explain/attention_contribution.h"

#include <cmath>

#include <doctest/doctest.h>

#include "core/pass/transformer.h"
#include "tests/core/approximately.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"

namespace vitrine::attention_contribution_test {
using namespace vitrine::tests;

namespace {

struct Run {
    Configuration configuration;
    Parameters parameters;
    Batch batch;
    Activations activations;
};

Run random_run(Random& random, double dropout = 0, bool of_any_family = false) {
    Run run;
    run.configuration = of_any_family ? random_family(random) : random_configuration(random);
    run.parameters = random_parameters(run.configuration, random);
    run.batch = random_batch(run.configuration, random);
    Regime regime;
    regime.dropout = dropout;
    forward({run.configuration, run.parameters, run.batch, regime}, run.activations);
    return run;
}

const Tensor& used_weights(const AttentionActivations& a) { return a.dropped_weights.empty() ? a.weights : a.dropped_weights; }

/// Adds up the contributions of all heads and keys to one query, feature by feature, and the bias.
std::vector<double> sum_at(const AttentionActivations& a, const AttentionParameters& p, Size sentence, Size query) {
    std::vector<double> sum(static_cast<std::size_t>(a.output.size(2)), 0.0);
    for (std::size_t i = 0; i < sum.size() && !p.out_proj.bias.empty(); ++i) {
        sum[i] = static_cast<double>(p.out_proj.bias.at({static_cast<Size>(i)}));
    }
    for (Size head = 0; head < a.weights.size(1); ++head) {
        const Tensor projected = values_in_output(a, p, {sentence, head});
        for (Size key = 0; key < projected.size(0); ++key) {
            const auto weight = static_cast<double>(used_weights(a).at({sentence, head, query, key}));
            for (std::size_t i = 0; i < sum.size(); ++i) {
                sum[i] += weight * static_cast<double>(projected.at({key, static_cast<Size>(i)}));
            }
        }
    }
    return sum;
}

void check_sums(const AttentionActivations& a, const AttentionParameters& p) {
    for (Size sentence = 0; sentence < a.output.size(0); ++sentence) {
        for (Size query = 0; query < a.output.size(1); ++query) {
            const std::vector<double> sum = sum_at(a, p, sentence, query);
            for (std::size_t i = 0; i < sum.size(); ++i) {
                CHECK(static_cast<double>(a.output.at({sentence, query, static_cast<Size>(i)})) == approximately(sum[i]));
            }
        }
    }
}

}  // namespace

TEST_CASE("what all keys of all heads bring, and the bias, is the attention's output") {
    Random random(3);
    for (int round = 0; round < 20; ++round) {
        const Run run = random_run(random, round % 4 == 0 ? 0.3 : 0);
        for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
            const AttentionPlace place{kind, attention_layers(run.configuration, kind) - 1};
            check_sums(attention_of(run.activations, place), attention_of(run.parameters, place));
        }
    }
}

TEST_CASE("of any family's model, too: grouped heads read the values of the same head") {
    Random random(31);
    int grouped = 0;
    for (int round = 0; round < 60; ++round) {
        const Run run = random_run(random, 0, true);
        for (const AttentionKind kind : {AttentionKind::encoder_self, AttentionKind::decoder_self, AttentionKind::cross}) {
            if (attention_layers(run.configuration, kind) == 0) continue;
            const AttentionActivations& a = attention_of(run.activations, {kind, 0});
            grouped += a.value.size(1) < a.query.size(1) ? 1 : 0;
            check_sums(a, attention_of(run.parameters, {kind, 0}));
        }
    }
    CHECK(grouped > 5);
}

TEST_CASE("a contribution is the length of its vector") {
    const Counted checks(1);
    Random random(4);
    const Run run = random_run(random);
    const AttentionActivations& a = attention_of(run.activations, {AttentionKind::cross, 0});
    const AttentionParameters& p = attention_of(run.parameters, {AttentionKind::cross, 0});
    const Size head = a.weights.size(1) - 1, width = a.value.size(3);
    const Tensor lengths = contributions(a, p, {0, head});
    for (Size q = 0; q < lengths.size(0); ++q) {
        for (Size k = 0; k < lengths.size(1); ++k) {
            double square = 0;
            for (Size i = 0; i < a.output.size(2); ++i) {
                double component = 0;
                for (Size j = 0; j < width; ++j) {
                    component += static_cast<double>(a.value.at({0, head, k, j}) * p.out_proj.weight.at({i, head * width + j}));
                }
                square += component * component;
            }
            CHECK(static_cast<double>(lengths.at({q, k})) ==
                  approximately(static_cast<double>(a.weights.at({0, head, q, k})) * std::sqrt(square)));
        }
    }
}

TEST_CASE("the products of a pair's features over √d are its score") {
    const Counted checks(1);
    Random random(6);
    const Run run = random_run(random);
    const AttentionActivations& a = attention_of(run.activations, {AttentionKind::encoder_self, 0});
    for (Size q = 0; q < a.scores.size(2); ++q) {
        for (Size k = 0; k < a.scores.size(3); ++k) {
            double sum = 0;
            const auto products = feature_products(a, {0, 0}, {q, k});
            for (const FeatureProduct& one : products) sum += one.product();
            CHECK(static_cast<double>(a.scores.at({0, 0, q, k})) ==
                  approximately(sum / std::sqrt(static_cast<double>(products.size()))));
        }
    }
}

TEST_CASE("of any family's model the products are those of turned queries and keys, and of the key head that a head reads") {
    Random random(32);
    int turned = 0;
    for (int round = 0; round < 60; ++round) {
        const Run run = random_run(random, 0, true);
        const AttentionPlace place = first_attention(run.configuration);
        const AttentionActivations& a = attention_of(run.activations, place);
        turned += a.rotated_query.empty() ? 0 : 1;
        const Size head = a.scores.size(1) - 1;
        const AttentionDescription& of = attention_of(*run.activations.model, place);
        for (Size k = 0; k < a.scores.size(3); ++k) {
            double sum = 0;
            const auto products = feature_products(a, {0, head}, {0, k});
            for (const FeatureProduct& one : products) sum += one.product();
            if (of.divisor.root_of_width) sum /= std::sqrt(of.divisor.width.value_or(static_cast<double>(products.size())));
            CHECK(static_cast<double>(a.scores.at({0, head, 0, k})) == approximately(sum / static_cast<double>(of.divisor.layer)));
        }
    }
    CHECK(turned > 3);
}

TEST_CASE("products are ranked by their size, whatever their sign") {
    const std::vector<FeatureProduct> products{{0, 1, 1}, {1, -2, 2}, {2, 3, 1}, {3, 1, -1}};
    CHECK(by_size(products) == std::vector<std::size_t>{1, 2, 0, 3});
}

}  // namespace vitrine::attention_contribution_test
