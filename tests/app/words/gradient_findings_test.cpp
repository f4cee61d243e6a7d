#include "app/words/gradient_findings.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/opened.h"

namespace vitrine::gradient_findings_words_test {
using namespace vitrine::tests;

namespace {

/// The sample translation with a model that has dead units, saturated rows and gradients that vanish in the encoder.
State opened_with_findings() {
    State state = opened("translation");
    auto run = std::make_shared<Run>(*state.run);
    auto parameters = std::make_shared<Parameters>(*run->parameters);
    for (auto& layer : parameters->transformer.encoder.layers) {
        for (const Size unit : {1, 4, 5}) layer.feed_forward.linear1.bias.at({unit}) = -1000;
        for (Size i = 0; i < layer.self_attn.in_proj_weight.count(); ++i) layer.self_attn.in_proj_weight.data()[i] *= 40;
    }
    run->parameters = parameters;
    auto activations = std::make_shared<Activations>();
    forward(pass_of(*run), *activations);
    run->activations = activations;
    update_trace(*activations, run->trace);
    run->readings = std::make_shared<Slots>();
    point_at_parameters(*run);
    auto gradients = std::make_shared<RunGradients>();
    auto slopes = std::make_shared<Activations>();
    auto parameter_slopes = std::make_shared<Parameters>(make_parameters(run->model->configuration));
    backward(pass_of(*run), *activations, {*slopes, *parameter_slopes});
    gradients->activations = slopes;
    gradients->trace = make_trace(run->trace.outline, *slopes);
    run->gradients = gradients;
    apply(state, ShowRun{run});
    return state;
}

}  // namespace

TEST_CASE("the sentences of findings hold the numbers that were found") {
    const State state = opened_with_findings();
    const Run& run = *state.run;
    const auto& findings = gradient_readings(run).findings;
    CHECK(std::ranges::count(findings, GradientFinding::dead_units, &FoundGradient::kind) >= 2);
    CHECK(std::ranges::count(findings, GradientFinding::saturated_rows, &FoundGradient::kind) >= 2);
    for (const FoundGradient& found : findings) {
        const std::string words = finding_words(run, found), title = finding_title(run, found);
        CAPTURE(words);
        CAPTURE(title);
        CHECK(finding_of(run, found.path) == &found);
        const auto says = [&](const std::string& text) { CHECK_MESSAGE((title + words).find(text) != std::string::npos, text); };
        switch (found.kind) {
            case GradientFinding::dead_units:
                says(fmt::format("{} dead unit", found.count));
                says(fmt::format("Of {} unit", found.of));
                says(fmt::format("ReLU blocks it for {} ", found.count));
                says("Encoder layer");
                break;
            case GradientFinding::saturated_rows:
                says(fmt::format("{} saturated row", found.count));
                says(fmt::format("head {}", found.example[1] + 1));
                says(fmt::format("{:.4f}", found.largest));
                says(fmt::format("{:.2g}", found.arrives));
                says(fmt::format("{:.2g}", found.passes));
                break;
            default:
                says(fmt::format("{:.3g}", found.arrives));
                says(fmt::format("{:.3g}", found.passes));
        }
    }
}

TEST_CASE("a run whose gradients have not been computed has no findings") {
    const State state = opened("translation");
    CHECK(gradient_readings(*state.run).flow.empty());
    CHECK(gradient_readings(*state.run).findings.empty());
}

TEST_CASE("a gradient that vanishes or explodes is said to, between the places where its norm is measured") {
    const State state = opened_with_findings();
    const Run& run = *state.run;
    FoundGradient found{.kind = GradientFinding::vanishing,
                        .path = "src.sum",
                        .arrives = 0.5,
                        .passes = 0.001,
                        .from = "encoder.layers.1.residual2"};
    CHECK(finding_title(run, found) == "The gradient vanishes in the encoder");
    CHECK(finding_words(run, found) == "Its norm falls from 0.5 at Encoder layer 2, Feed-forward to 0.001 at Source embedding.");
    found.kind = GradientFinding::exploding, found.path = "tgt.sum", found.from = "decoder.layers.1.residual3";
    CHECK(finding_title(run, found) == "The gradient explodes in the decoder");
    CHECK(finding_words(run, found) == "Its norm grows from 0.5 at Decoder layer 2, Feed-forward to 0.001 at Target embedding.");
}

}  // namespace vitrine::gradient_findings_words_test
