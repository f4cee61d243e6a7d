/// What the Design view says of gradients, checked with plain loops over the gradients of both runs.

#include "app/views/design/backward.h"

#include <cmath>

#include <doctest/doctest.h>

#include "app/run/edited.h"
#include "app/run/make_run.h"
#include "app/state/window_commands.h"
#include "app/views/design/commands.h"
#include "app/views/design/runs.h"
#include "tests/app/family_runs.h"
#include "tests/app/opened.h"

namespace vitrine::design_backward_test {
using namespace vitrine::tests;

namespace {

bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

/// What the window does between two frames.
void follow(State& state) {
    if (const auto missing = missing_backward_numbers(state)) apply(state, carry_out_now(missing->job));
}

}  // namespace

TEST_CASE("with the division and without it, what reaches the products is the gradient of the scores over what divides them") {
    for (const char* family : {"translation", "gpt2"}) {
        CAPTURE(family);
        State state = std::string(family) == "translation" ? opened("translation") : opened_family(family);
        apply(state, SetView{View::design});
        apply(state, ShowDesignChoice{"unscaled_scores"});
        follow(state);
        const BackwardNumbers* numbers = backward_numbers(state);
        REQUIRE(numbers);
        REQUIRE(numbers->why_none.empty());
        const RunPair runs = run_pair(state);
        REQUIRE(runs.differ());
        const bool encodes = runs.first->model->configuration.has_encoder();
        const std::string attention = encodes ? "encoder.layers.0.self_attn" : "decoder.layers.0.self_attn";
        // Both sides by plain loops: a score is Σ q k / √d with the division, and Σ q k without it.
        const auto expected = [&](const Run& run, double divisor) {
            const auto made = with_gradients(run);
            const TensorView mask = run.find(attention + ".mask"), query = run.find(attention + ".query"),
                             key = run.find(attention + ".key"), scores = run.find(attention + ".scores"),
                             of_scores = find_gradient(*made, attention + ".scores"),
                             of_weights = find_gradient(*made, attention + ".weights");
            double reaches = 0, arrives = 0;
            for (Size i = 0; i < scores.layout.count(); ++i) {
                const Index at = index_of(scores.layout, i);
                double product = 0;
                for (Size d = 0; d < query.layout.shape[3]; ++d)
                    product += query.at({at[0], at[1], at[2], d}) * key.at({at[0], at[1], at[3], d});
                CHECK(scores.at(at) == doctest::Approx(product / divisor).epsilon(1e-3));
                if (mask.at({at[0], 0, at[2], at[3]}) == 0) continue;
                reaches += std::pow(of_scores.at(at) / divisor, 2), arrives += std::pow(of_weights.at(at), 2);
            }
            return std::sqrt(reaches / arrives);
        };
        const double root = std::sqrt(static_cast<double>(runs.first->find(attention + ".query").layout.shape[3]));
        CHECK(*numbers->first == doctest::Approx(expected(*runs.first, root)).epsilon(1e-5));
        CHECK(*numbers->second == doctest::Approx(expected(*runs.second, 1)).epsilon(1e-5));
        const std::string_view words = backward_outcome(*backward_claim(*state.run, "unscaled_scores"), *numbers);
        CHECK(has(std::string(words), "more of the gradient") == (*numbers->second > *numbers->first));
        CHECK(has(std::string(words), "less of the gradient") == (*numbers->second < *numbers->first));
    }
}

TEST_CASE("what is said of a gradient follows from its two numbers in either direction, and of numbers alike or NaN no less") {
    const auto run = opened("translation").run;
    for (const char* choice : {"unscaled_scores", "no_residuals"}) {
        const BackwardClaim& claim = *backward_claim(*run, choice);
        const auto words = [&](std::optional<double> on, std::optional<double> off) {
            return std::string(backward_outcome(claim, {on, off, {}}));
        };
        CHECK(has(words(0.0517, 0.1011), "more of the gradient"));
        CHECK(has(words(0.1011, 0.0517), "less of the gradient"));
        CHECK(has(words(0.1011, 0.1011000001), "no difference"));
        CHECK(words(NAN, 0.1).empty());
        CHECK(words(0.1, NAN).empty());
        CHECK(words(std::nullopt, 0.1).empty());
    }
}

}  // namespace vitrine::design_backward_test
