#include "core/explain/backward_steps.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "core/explain/film.h"
#include "tests/core/explain/differentiated.h"

namespace vitrine::backward_steps_test {
using namespace vitrine::tests;

namespace {

std::vector<BackwardStep> steps_of(const RunWithGradients& run) { return backward_steps(run.traces.values, run.traces.parameters); }

/// All gradients that the backward pass has recorded, except those of views.
std::set<std::string> recorded(const RunWithGradients& run) {
    std::set<std::string> paths;
    for (const std::string& path : run.paths()) {
        const TensorInfo* info = run.traces.values.outline->find(path);
        if (run.anatomy->find(path).present() && !(info && info->is_view)) paths.insert(path);
    }
    return paths;
}

/// Steps go from the last to the first. Each only reads gradients that are already complete, and every recorded gradient is made.
void check_steps(const RunWithGradients& run) {
    std::set<std::string> complete, made;
    int last = static_cast<int>(run.traces.values.outline->steps.size());
    for (const BackwardStep& step : steps_of(run)) {
        CHECK(step.step < last);
        last = step.step;
        for (const std::string& path : step.reads) CHECK_MESSAGE(complete.contains(path), path);
        for (const MadeGradient& gradient : step.makes) {
            CHECK_MESSAGE(!complete.contains(gradient.path), gradient.path);
            CHECK_MESSAGE(gradient.begins != made.contains(gradient.path), gradient.path);
        }
        for (const MadeGradient& gradient : step.makes) made.insert(gradient.path);
        for (const MadeGradient& gradient : step.makes) {
            if (gradient.completes) complete.insert(gradient.path);
        }
        CHECK(std::ranges::any_of(step.makes, [&](const MadeGradient& gradient) { return gradient.path == step.result; }));
    }
    std::set<std::string> missing;
    std::ranges::set_difference(recorded(run), made, std::inserter(missing, missing.end()));
    for (const std::string& path : missing) {
        // Tensors that nothing reads, such as an unused norm, have a gradient of 0, which no step computes.
        CHECK_MESSAGE(run.anatomy->explain(path, {}).explanation.terms.empty(), path);
    }
    for (const std::string& path : made) CHECK_MESSAGE(run.anatomy->find(path).present(), path);
    CHECK(made == complete);
}

const BackwardStep& step_of(const std::vector<BackwardStep>& steps, const RunWithGradients& run, const std::string& id) {
    const auto found = std::ranges::find_if(steps, [&](const BackwardStep& step) {
        return run.traces.values.outline->steps[static_cast<std::size_t>(step.step)].id == id;
    });
    REQUIRE(found != steps.end());
    return *found;
}

}  // namespace

TEST_CASE("the backward pass makes every recorded gradient from gradients that are complete, in samples and reference runs") {
    for (const char* name : {"navigation", "by-hand", "translation"}) {
        CAPTURE(name);
        check_steps(RunWithGradients(opened({.sample = name})));
    }
    for (const char* name : {"prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        check_steps(RunWithGradients(golden(name)));
    }
}

TEST_CASE("the backward pass makes every recorded gradient in random models with random choices and dropout") {
    for_each_random_run(30, check_steps);
}

TEST_CASE("a backward step says which forward line it differentiates, and by which formula") {
    const RunWithGradients run(opened({.sample = "by-hand"}));
    const std::vector<BackwardStep> steps = steps_of(run);
    const BackwardStep& softmax = step_of(steps, run, "encoder.layers.0.self_attn.weights");
    CHECK(softmax.reads == std::vector<std::string>{"encoder.layers.0.self_attn.weights"});
    CHECK(softmax.result == "encoder.layers.0.self_attn.masked_scores");
    REQUIRE(softmax.makes.size() == 1);
    CHECK(softmax.makes[0].forward == run.traces.values.outline->find("encoder.layers.0.self_attn.weights")->dependence->formula);
    CHECK(softmax.makes[0].formula == "∂masked[k] = weights[k] · ∂weights[k] − weights[k] · Σ weights[j] · ∂weights[j]");
    CHECK(steps.front().result == "logits");
    CHECK(steps.front().reads.empty());
    // The residual connection passes the same gradient to both of its parts.
    const BackwardStep& residual = step_of(steps, run, "encoder.layers.0.residual1");
    CHECK(residual.makes.size() == 2);
}

TEST_CASE("a film knows where each gradient is complete, that of a view with the tensor it shows") {
    const RunWithGradients run(opened({.sample = "translation"}));
    const Film film =
        make_film(run.traces.values, run.traces.parameters, static_cast<int>(run.traces.values.outline->steps.size()));
    for (const TensorInfo& info : run.traces.values.outline->tensors) {
        const bool has_gradient = run.anatomy->find(info.path).present();
        CHECK_MESSAGE(film.place_of_gradient(info.path).has_value() == has_gradient, info.path);
        if (info.is_view) CHECK(film.place_of_gradient(info.path) == film.place_of_gradient(info.operands[0]));
    }
    for (int place = film.forward; place < film.update(); ++place) {
        CHECK(film.place_of_backward(film.backward[static_cast<std::size_t>(place - film.forward)].step) == place);
        CHECK(film.phase_of(place) == Phase::backward);
    }
    CHECK(film.phase_of(film.update()) == Phase::update);
    CHECK(film.places() == film.update() + 1);
}

TEST_CASE("without labels there is no backward pass") {
    Ingredients made = opened({.sample = "navigation"});
    const auto outline = std::make_shared<const Outline>(make_outline(made.configuration));
    made.batch.labels.clear();
    Activations activations;
    forward({made.configuration, made.parameters, made.batch}, activations);
    const Trace values = make_trace(outline, activations);
    CHECK(backward_steps(values, make_parameter_trace(*outline, list_parameters(made.parameters))).empty());
}

}  // namespace vitrine::backward_steps_test
