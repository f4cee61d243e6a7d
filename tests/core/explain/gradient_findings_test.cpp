#include "core/explain/gradient_findings.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/explain/attention_reading.h"
#include "tests/core/explain/differentiated.h"

namespace vitrine::gradient_findings_test {
using namespace vitrine::tests;

namespace {

std::vector<FoundGradient> findings_of(const RunWithGradients& run) {
    return gradient_findings(run.traces.values, run.traces.gradients);
}

const FoundGradient* find(const std::vector<FoundGradient>& findings, GradientFinding kind, const std::string& path) {
    const auto found = std::ranges::find_if(findings, [&](const auto& one) { return one.kind == kind && one.path == path; });
    return found == findings.end() ? nullptr : &*found;
}

double norm(const TensorView& tensor) {
    double squares = 0;
    for (Size i = 0; i < tensor.layout.count(); ++i) squares += std::pow(tensor.at(index_of(tensor.layout, i)), 2);
    return std::sqrt(squares);
}

/// The number of rows that have at least two keys and receive a gradient, and how many of them are saturated.
struct Rows {
    Size all = 0, saturated = 0;
};
Rows count_rows(const RunWithGradients& run, const AttentionPlace& place) {
    const AttentionActivations& attention = attention_of(run.activations, place);
    const TensorView arriving = run.anatomy->find(path_of(place) + ".weights");
    Rows rows;
    for (Size b = 0; b < arriving.layout.shape[0]; ++b) {
        for (Size h = 0; h < arriving.layout.shape[1]; ++h) {
            for (Size q = 0; q < arriving.layout.shape[2]; ++q) {
                double largest = 0, choices = 0, arrives = 0;
                for (Size k = 0; k < arriving.layout.shape[3]; ++k) {
                    if (!attention.mask.at({b, 0, q, k})) continue;
                    ++choices;
                    largest = std::max(largest, static_cast<double>(attention.weights.at({b, h, q, k})));
                    arrives += std::abs(arriving.at({b, h, q, k}));
                }
                if (choices < 2 || arrives == 0) continue;
                ++rows.all;
                rows.saturated += largest > 0.99;
            }
        }
    }
    return rows;
}

}  // namespace

TEST_CASE("the flow of the gradient goes through all additions, the embeddings and the memory, backwards, with their norms") {
    const RunWithGradients run(opened({.sample = "translation"}));
    const std::vector<StreamPlace> flow = gradient_flow(run.traces.gradients);
    std::vector<std::string> paths;
    for (const StreamPlace& place : flow) {
        paths.push_back(place.path);
        CHECK(place.norm == doctest::Approx(norm(run.anatomy->find(place.path))).epsilon(1e-6));
    }
    CHECK(paths == std::vector<std::string>{"decoder.layers.1.residual3", "decoder.layers.1.residual2",
                                            "decoder.layers.1.residual1", "decoder.layers.0.residual3",
                                            "decoder.layers.0.residual2", "decoder.layers.0.residual1", "tgt.sum", "memory",
                                            "encoder.layers.1.residual2", "encoder.layers.1.residual1",
                                            "encoder.layers.0.residual2", "encoder.layers.0.residual1", "src.sum"});
    CHECK(flow.front().name == "Decoder layer 2, Feed-forward");
    CHECK(flow.back().name == "Source embedding");
}

TEST_CASE("a unit is dead where ReLU's input is nowhere above 0 but a gradient arrives") {
    int dead = 0;
    for_each_random_run(40, [&](const RunWithGradients& run) {
        if (run.configuration.activation != ActivationKind::relu) return;
        const std::vector<FoundGradient> findings = findings_of(run);
        for (Size layer = 0; layer < run.configuration.num_encoder_layers; ++layer) {
            const std::string path = "encoder.layers." + std::to_string(layer) + ".ffn.linear1";
            const TensorView input = run.traces.values.find(path);
            const TensorView arriving = run.anatomy->find("encoder.layers." + std::to_string(layer) + ".ffn.activation");
            REQUIRE(arriving.present());
            Size expected = 0;
            for (Size unit = 0; unit < input.layout.shape[2]; ++unit) {
                bool reached = false, open = false;
                for (Size b = 0; b < input.layout.shape[0]; ++b) {
                    for (Size l = 0; l < input.layout.shape[1]; ++l) {
                        if (arriving.at({b, l, unit}) == 0) continue;
                        reached = true;
                        open = open || input.at({b, l, unit}) > 0;
                    }
                }
                expected += reached && !open;
            }
            const FoundGradient* found = find(findings, GradientFinding::dead_units, path);
            CHECK((found ? found->count : 0) == expected);
            if (!found) continue;
            dead += static_cast<int>(found->count);
            CHECK(input.at(found->example) <= 0);
            CHECK(arriving.at(found->example) != 0);
            CHECK(run.anatomy->find(path).at(found->example) == 0);
        }
    });
    CHECK(dead > 0);
}

TEST_CASE("units that a bias holds far below 0 are dead") {
    Ingredients made = opened({.sample = "translation"});
    for (const Size unit : {3, 7}) made.parameters.transformer.encoder.layers[0].feed_forward.linear1.bias.at({unit}) = -1000;
    const std::vector<FoundGradient> findings = findings_of(RunWithGradients(made));
    const FoundGradient* found = find(findings, GradientFinding::dead_units, "encoder.layers.0.ffn.linear1");
    REQUIRE(found);
    CHECK(found->count >= 2);
}

TEST_CASE("a row is saturated where one of several keys gets nearly all: little passes its softmax") {
    Size saturated = 0;
    for (const Scalar factor : {Scalar{1}, Scalar{40}}) {
        Ingredients made = opened({.sample = "translation"});
        for (auto& layer : made.parameters.transformer.decoder.layers) {
            Tensor& weight = layer.multihead_attn.in_proj_weight;
            for (Size i = 0; i < weight.count(); ++i) weight.data()[i] *= factor;
        }
        const RunWithGradients run(made);
        const std::vector<FoundGradient> findings = findings_of(run);
        for (const Size layer : {0, 1}) {
            const AttentionPlace place{AttentionKind::cross, layer};
            const Rows rows = count_rows(run, place);
            const FoundGradient* found = find(findings, GradientFinding::saturated_rows, path_of(place) + ".masked_scores");
            CHECK((found ? found->count : 0) == rows.saturated);
            if (!found) continue;
            saturated += found->count;
            CHECK(found->of == rows.all);
            CHECK(run.traces.values.find(path_of(place) + ".weights").at(found->example) == found->largest);
            CHECK(found->largest > saturated_weight);
            // |∂masked| = w · |∂w − Σ w ∂w|, and either w or the difference is small: of two numbers up to A it is at most 2A.
            CHECK(found->passes <= 2 * (1 - saturated_weight) * found->arrives);
        }
    }
    CHECK(saturated > 0);
}

TEST_CASE("without residual connections a gradient vanishes behind small gains of the norms and explodes behind large ones") {
    Ingredients made = opened({.sample = "translation"});
    made.regime.design.residuals = false;
    for (const double factor : {1e-3, 1.0, 1e3}) {
        Ingredients scaled = made;
        // After each addition, the norm's gain multiplies the gradient.
        for (auto& layer : scaled.parameters.transformer.encoder.layers) {
            for (Tensor* gain : {&layer.norm1.weight, &layer.norm2.weight}) {
                for (Size i = 0; i < gain->count(); ++i) gain->data()[i] *= static_cast<Scalar>(factor);
            }
        }
        const RunWithGradients run(scaled);
        const std::vector<StreamPlace> flow = gradient_flow(run.traces.gradients);
        const auto ends = stack_ends(flow, Side::source);
        REQUIRE(ends);
        CHECK(ends->enters.path == "encoder.layers.1.residual2");
        CHECK(ends->leaves.path == "src.sum");
        const double ratio = norm(run.anatomy->find("src.sum")) / norm(run.anatomy->find("encoder.layers.1.residual2"));
        CHECK(ends->ratio() == doctest::Approx(ratio).epsilon(1e-5));
        const std::vector<FoundGradient> findings = findings_of(run);
        CHECK((find(findings, GradientFinding::vanishing, "src.sum") != nullptr) == (ratio < 0.01));
        CHECK((find(findings, GradientFinding::exploding, "src.sum") != nullptr) == (ratio > 100));
    }
}

TEST_CASE("at most half of a gradient's norm passes a softmax, and all that passes is measured") {
    // The Jacobian diag(w) − w wᵀ of a softmax has no singular value above 1/2.
    for_each_random_run(20, [](const RunWithGradients& run) {
        const auto passed = softmax_passage(run.traces.values, run.traces.gradients, "decoder.layers.0.cross_attn");
        const TensorView scores = run.anatomy->find("decoder.layers.0.cross_attn.scores");
        if (!passed) return;
        CHECK(*passed <= 0.5 + 1e-6);
        CHECK((*passed > 0) == (norm(scores) > 0));
    });
    Ingredients made = opened({.sample = "translation"});
    const auto passed = [&] {
        const RunWithGradients run(made);
        return *softmax_passage(run.traces.values, run.traces.gradients, "encoder.layers.0.self_attn");
    };
    const double with_root = passed();
    made.regime.design.scale_scores = false;
    CHECK(passed() < with_root);
}

TEST_CASE("of gradients that are not finite the first in the backward pass is named") {
    Ingredients made = opened({.sample = "translation"});
    made.parameters.transformer.decoder.layers[0].feed_forward.linear2.bias.at({0}) = std::numeric_limits<Scalar>::quiet_NaN();
    const std::vector<FoundGradient> findings = findings_of(RunWithGradients(made));
    REQUIRE(!findings.empty());
    CHECK(findings.front().kind == GradientFinding::not_finite);
    CHECK(findings.front().path == "logits");
    CHECK(findings.front().count > 0);
}

}  // namespace vitrine::gradient_findings_test
