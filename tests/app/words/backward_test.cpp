#include "app/words/backward.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/app/opened.h"
#include "tests/counted.h"

namespace vitrine::backward_words_test {
using namespace vitrine::tests;

namespace {

const BackwardStep& step_of(const Run& run, const std::string& id) {
    const auto& steps = film_of(run).backward;
    const auto found = std::ranges::find_if(
        steps, [&](const BackwardStep& step) { return run.outline().steps[static_cast<std::size_t>(step.step)].id == id; });
    REQUIRE(found != steps.end());
    return *found;
}

}  // namespace

TEST_CASE("the sentence of a backward step names every gradient that it reads and makes") {
    const Counted checks(200);
    const State state = opened("translation");
    const Run& run = *state.run;
    for (const BackwardStep& step : film_of(run).backward) {
        const std::string words = backward_words(run, step);
        CAPTURE(words);
        for (const std::string& path : step.reads) CHECK(words.find(gradient_symbol(run.info(path)->symbol)) != std::string::npos);
        for (const MadeGradient& made : step.makes) {
            const std::size_t named = words.find(gradient_symbol(run.info(made.path)->symbol));
            CHECK(named != std::string::npos);
        }
        const auto any = [&](bool begins, bool completes) {
            return std::ranges::any_of(
                step.makes, [&](const MadeGradient& made) { return made.begins == begins && made.completes == completes; });
        };
        CHECK((words.find("makes ∂") != std::string::npos) == any(true, true));
        CHECK((words.find("begins ∂") != std::string::npos) == any(true, false));
        CHECK((words.find("adds to ∂") != std::string::npos) == any(false, false));
        CHECK((words.find("completes ∂") != std::string::npos) == any(false, true));
    }
}

TEST_CASE("sentences and titles of the backward pass") {
    const State state = opened("translation");
    const Run& run = *state.run;
    const std::string layer = "decoder.layers.0.";
    CHECK(backward_words(run, step_of(run, layer + "cross_attn.weights")) == "It reads ∂weights and makes ∂masked.");
    CHECK(backward_title(run, step_of(run, layer + "cross_attn.weights")) == "∂masked, of Softmax");
    CHECK(backward_words(run, step_of(run, "loss")) == "The backward pass begins at the loss and makes ∂logits.");
    // The residual connection goes around the sublayer, which adds to the gradient of its input, too.
    CHECK(backward_words(run, step_of(run, layer + "residual2")) == "It reads ∂(x + sublayer), makes ∂output and begins ∂norm.");
    CHECK(backward_words(run, step_of(run, layer + "cross_attn.projections")).find("completes ∂memory and ∂norm") !=
          std::string::npos);
}

TEST_CASE("the lines of a gradient are those of its uses, each with the forward line that it differentiates") {
    const State state = opened("translation");
    const Run& run = *state.run;
    const auto of_values = gradient_lines(run, "decoder.layers.0.cross_attn.value");
    REQUIRE(of_values.size() == 1);
    CHECK(of_values[0].backward == "∂V[k,i] = Σ ∂context[q,i] · weights[q,k]");
    CHECK(of_values[0].forward == run.outline().find("decoder.layers.0.cross_attn.context")->dependence->formula);
    // Every decoder layer reads the memory, for its keys and for its values.
    CHECK(gradient_lines(run, "memory").size() == 4);
    CHECK(gradient_lines(run, "decoder.layers.0.cross_attn.mask").empty());
}

}  // namespace vitrine::backward_words_test
