#include "core/explain/gradient_anatomy.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "core/tensor/error.h"
#include "tests/core/cells_apart.h"
#include "tests/core/explain/differentiated.h"
#include "tests/core/train/small_session.h"
#include "tests/counted.h"

namespace vitrine::gradient_anatomy_test {
using namespace vitrine::tests;

namespace {

/// The product of the other factors of a term that has one which is made of a cell, such as the derivative of GELU: what the
/// rounding of that factor is multiplied by.
double beside_made(const ExplanationTerm& term) {
    double product = 1;
    bool has_made = false;
    for (const CellFactor& factor : term.factors) {
        has_made |= !factor.made.empty();
        if (factor.made.empty()) product *= factor.value;
    }
    return has_made ? product : 0;
}

/// Copies have to be found exactly, sums within 1e-4 of the sum of their terms' sizes. A derivative near its zero is the difference
/// of larger numbers: it is only right to 1e-6.
void check_result(const Explanation& found) {
    double size = 0;
    for (const ExplanationTerm& term : found.terms)
        size += (std::abs(term.value) + 0.01 * std::abs(beside_made(term))) * std::abs(found.scale);
    const double tolerance = found.kind == DependenceKind::copy ? 0 : (sizeof(Scalar) == 8 ? 1e-11 : 1e-4) * size;
    if (std::abs(found.result - found.value) <= tolerance) return;
    FAIL_CHECK(found.path, " ", found.index[0], ",", found.index[1], ",", found.index[2], ",", found.index[3], ": ", found.result,
               " is not ", found.value);
}

/// Every factor that is a cell has the number recorded there, and every term is the product of its factors.
void check_terms(const RunWithGradients& run, const Explanation& found) {
    for (const ExplanationTerm& term : found.terms) {
        double product = 1;
        for (const CellFactor& factor : term.factors) {
            product *= factor.value;
            if (factor.path.empty() || !factor.made.empty()) continue;
            const std::string path(factor.path);
            const TensorView tensor = factor.gradient ? run.anatomy->find(path) : run.anatomy->find_value(path);
            if (tensor.at(factor.index) != factor.value) FAIL_CHECK("not recorded: ", path, " in ", found.path);
        }
        if (std::abs(product - term.value) > 1e-12 * std::abs(product)) FAIL_CHECK("not the product of its factors: ", found.path);
    }
}

/// The cells of all gradients among the factors list this one as a place to which they go.
void check_factors_go_here(const RunWithGradients& run, const Explanation& found) {
    if (found.kind == DependenceKind::copy) return;  // a view
    const std::size_t count = found.terms.size();
    for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
        if (place >= count) continue;
        for (const CellFactor& factor : found.terms[place].factors) {
            if (!factor.gradient) continue;
            const auto cells = run.anatomy->goes_to(std::string(factor.path), factor.index);
            const bool known = std::ranges::any_of(
                cells, [&](const CellUse& use) { return use.path == found.path && use.cells.contains(found.index); });
            if (!known) FAIL_CHECK("the gradient of ", factor.path, " does not go to that of ", found.path);
        }
    }
}

/// All cells to which a gradient is said to go have it among their factors.
void check_goes_to(const RunWithGradients& run, const std::string& path, const Index& index) {
    for (const CellUse& use : run.anatomy->goes_to(path, index)) {
        for (const Index& cell : {use.cells.first, use.cells.last}) {
            const Explanation reached = run.anatomy->explain(use.path, cell).explanation;
            const bool listed = std::ranges::any_of(reached.terms, [&](const ExplanationTerm& term) {
                return std::ranges::any_of(term.factors, [&](const CellFactor& factor) {
                    return factor.gradient && factor.path == path && factor.index == index;
                });
            });
            if (!listed) FAIL_CHECK("the gradient of ", path, " is no factor of that of ", use.path);
        }
    }
}

/// Checks the gradient of every `stride`th cell.
void check_every_gradient(const RunWithGradients& run, Size stride = 1) {
    Size taken_apart = 0;
    for (const std::string& path : run.paths()) {
        const TensorView gradient = run.anatomy->find(path);
        if (!gradient.present() || gradient.type != ElementType::scalar) continue;
        for (Size i = 0; i < gradient.layout.count(); i += stride * cells_apart) {
            const Index index = index_of(gradient.layout, i);
            const Explanation found = run.anatomy->explain(path, index).explanation;
            check_result(found);
            check_terms(run, found);
            check_factors_go_here(run, found);
            const TensorInfo* info = run.traces.values.outline->find(path);
            if (!info || !info->is_view) check_goes_to(run, path, index);
            taken_apart += !found.terms.empty();
            // A gradient without terms belongs to something that nothing reads, so it is 0.
            if (found.terms.empty() && found.value != 0) FAIL_CHECK("nothing explains the gradient of ", path);
        }
    }
    CHECK(taken_apart > 0);
}

}  // namespace

TEST_CASE("every gradient of the samples is what its declaration makes of the recorded numbers, and where it goes is mutual") {
    for (const char* name : {"navigation", "by-hand"}) {
        CAPTURE(name);
        check_every_gradient(RunWithGradients(opened({.sample = name})));
    }
    check_every_gradient(RunWithGradients(opened({.sample = "translation"})), 7);
}

TEST_CASE("every gradient of reference runs of PyTorch is what its declaration makes of the recorded numbers") {
    for (const char* name : {"navigation", "prenorm-gelu-tied", "embedding-projection", "single-token"}) {
        CAPTURE(name);
        check_every_gradient(RunWithGradients(golden(name)), 3);
    }
}

TEST_CASE("every gradient of a folder of each family is, under its own names, in its own layouts") {
    const Counted checks(17);
    for (const std::string& name : test_folders("goldens/family_variants")) {
        CAPTURE(name);
        const std::filesystem::path folder = test_data("goldens/family_variants") / name;
        Model model = open_model({.folder = folder, .batch = folder / "batch.json"});
        if (!model.configuration.has_labels()) continue;
        const Ingredients made{model.configuration, std::move(model.parameters), std::move(model.batch)};
        check_every_gradient(RunWithGradients(made, {}, model.parameter_names), 3);
    }
}

TEST_CASE("every gradient is with the choices of other papers, whatever they are") {
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Ingredients made;
        made.configuration = random_family(random);
        made.parameters = random_parameters(made.configuration, random);
        made.batch = random_batch(made.configuration, random);
        check_every_gradient(RunWithGradients(made));
    }
}

TEST_CASE("gradients of random models with random choices, dropout and smoothed labels are what their declarations make of them") {
    for_each_random_run(12, [](const RunWithGradients& run) { check_every_gradient(run, 3); });
}

TEST_CASE(
    "gradients of runs that are altered by hand are what their declarations make of them, and numbers set by hand pass none on") {
    const Counted checks(50);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        Made made(seed);
        if (made.model.batch.labels.empty()) continue;
        made.run({});
        Interventions interventions = random_interventions(made.model, made.activations, made.random);
        interventions.overwrites = some_differentiable(made.model, made.activations, 12, made.random);
        const RunWithGradients run(made.model, interventions);
        check_every_gradient(run);
        for (const Overwrite& overwrite : interventions.overwrites)
            CHECK(run.anatomy->goes_to(overwrite.path, overwrite.index).empty());
    }
}

TEST_CASE("gradients of a training step, put together from the parts of its batch, are what their declarations make of them") {
    for (const double dropout : {0.0, 0.3}) {
        CAPTURE(dropout);
        Ingredients made;
        TrainerOptions options;
        options.label_smoothing = 0.1;
        SessionPlan plan = small_plan(small_list(), options);
        plan.configuration.dropout = plan.configuration.embedding_dropout = dropout;
        made.configuration = plan.configuration;
        Session session(std::move(plan));
        session.step_once();
        session.show_next_batch(true);
        const auto ahead = session.snapshot();
        REQUIRE(ahead->batch);
        const auto outline =
            std::make_shared<const Outline>(make_outline(made.configuration, regime_of_step(options, made.configuration)));
        RunWithGradients run(
            *ahead->parameters, *ahead->parameter_gradients, made.configuration,
            {make_trace(outline, *ahead->activations), make_parameter_trace(*outline, list_parameters(*ahead->parameters)),
             make_trace(outline, *ahead->gradients), make_parameter_trace(*outline, list_parameters(*ahead->parameter_gradients))});
        check_every_gradient(run, 5);
    }
}

TEST_CASE("a number all of whose readers are set by hand says so") {
    const Ingredients navigation = opened({.sample = "navigation"});
    const std::string attention = "encoder.layers.0.self_attn.";
    const RunWithGradients run(navigation, {.overwrites = {{attention + "masked_scores", {0, 1, 2, 0}, 0.5}}});
    const GradientExplanation found = run.anatomy->explain(attention + "scores", {0, 1, 2, 0});
    CHECK(found.explanation.terms.empty());
    CHECK(found.explanation.value == 0);
    CHECK(found.cut);
    CHECK(run.anatomy->find(attention + "masked_scores").at({0, 1, 2, 0}) != 0);
    CHECK(!run.anatomy->explain(attention + "scores", {0, 1, 2, 1}).cut);
}

TEST_CASE("a shared table's gradient is the sum over its uses, and says so") {
    Random random(3);
    Ingredients made = random_ingredients(random);
    made.configuration.tie = Tie::all;
    made.configuration.d_embed.reset();
    made.configuration.tgt_vocab_size = made.configuration.src_vocab_size;
    made.parameters = random_parameters(made.configuration, random);
    made.batch = random_batch(made.configuration, random);
    const RunWithGradients run(made);
    const std::int32_t word = made.batch.src.at({0, 0});
    const GradientExplanation found = run.anatomy->explain("src_embedding.weight", {word, 0});
    std::set<std::string> uses;
    for (const GradientUse& use : found.uses) uses.insert(use.path);
    CHECK(uses.contains("src.embedding"));
    CHECK(uses.contains("logits"));
    check_result(found.explanation);
}

TEST_CASE("a weight's gradient goes to that of its whole row of scores, which is said once") {
    const RunWithGradients run(opened({.sample = "navigation"}));
    const std::string attention = "encoder.layers.0.self_attn.";
    const auto cells = run.anatomy->goes_to(attention + "weights", {0, 1, 2, 1});
    REQUIRE(cells.size() == 1);
    CHECK(cells[0].path == attention + "masked_scores");
    CHECK(cells[0].cells == CellBox{{0, 1, 2, 0}, {0, 1, 2, 2}});
}

TEST_CASE("formulas of gradients that follow from sums are made from their declarations") {
    const RunWithGradients run(opened({.sample = "by-hand"}));
    const auto formula = [&](const std::string& path, const Index& index) {
        return run.anatomy->explain(path, index).uses.at(0).formula;
    };
    CHECK(formula("encoder.layers.0.self_attn.value", {}) == "∂V[k,i] = Σ ∂context[q,i] · weights[q,k]");
    CHECK(formula("encoder.layers.0.self_attn.query", {}).starts_with("∂Q[q,i] = Σ ∂scores[q,k] · K[k,i]"));
    CHECK(formula("encoder.layers.0.self_attn.masked_scores", {}) ==
          "∂masked[k] = weights[k] · ∂weights[k] − weights[k] · Σ weights[j] · ∂weights[j]");
}

TEST_CASE("what has no gradient, or no such cell, is refused with its name") {
    const RunWithGradients run(opened({.sample = "navigation"}));
    CHECK_THROWS_WITH_AS(run.anatomy->explain("src.tokens", {}), "'src.tokens' has no gradient", Error);
    CHECK_THROWS_WITH_AS(run.anatomy->explain("nothing", {}), "'nothing': there is no such tensor or parameter in this run", Error);
    CHECK_THROWS_AS(run.anatomy->explain("logits", {99, 0, 0}), Error);
}

}  // namespace vitrine::gradient_anatomy_test
