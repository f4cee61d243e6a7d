#include "core/explain/anatomy.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <set>

#include <doctest/doctest.h>

#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/parameter_trace.h"
#include "tests/core/cells_apart.h"
#include "tests/core/random_models.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::anatomy_test {
using namespace vitrine::tests;

namespace {

struct Recorded {
    Model model;
    Regime regime;
    Interventions interventions;
    Activations activations;
    std::unique_ptr<Anatomy> anatomy;
    Trace trace;

    explicit Recorded(Model opened, const Regime& how = {}, Interventions by_hand = {})
        : model(std::move(opened)), regime(how), interventions(std::move(by_hand)) {
        forward({model.configuration, model.parameters, model.batch, regime, &interventions}, activations);
        const auto residuals = partial_residuals(interventions, model.configuration);
        const ParameterNames& names = model.parameter_names;
        trace =
            make_trace(std::make_shared<const Outline>(make_outline(model.configuration, regime, residuals, names)), activations);
        anatomy =
            std::make_unique<Anatomy>(trace, make_parameter_trace(*trace.outline, list_parameters(model.parameters, names), names));
    }
};

Model sample(const char* name) { return open_model({.sample = name}); }

Model golden(const std::string& name) {
    const std::filesystem::path folder = test_data("goldens") / name;
    return open_model({.folder = folder, .batch = folder / "batch.json"});
}

template <class Visit>
void for_each_cell(const TensorView& tensor, Visit&& visit) {
    for (Size i = 0; i < tensor.layout.count(); i += cells_apart) visit(index_of(tensor.layout, i));
}

bool names(const ExplanationTerm& term, const std::string& path, const Index& index) {
    return std::ranges::any_of(term.factors,
                               [&](const CellFactor& factor) { return factor.path == path && factor.index == index; });
}

bool same(double first, double second) { return first == second || (std::isnan(first) && std::isnan(second)); }

/// Copies, masks, selections and infinities have to be found exactly. All other results have to be within 1e-6 of the sum of
/// their terms' sizes or, as a softmax can make large numbers of small terms, of their own size.
void check_result(const Explanation& explanation) {
    double size = std::abs(explanation.value);
    for (const ExplanationTerm& term : explanation.terms) {
        if (std::isfinite(term.value)) size += std::abs(term.value);
    }
    const bool exact = explanation.kind == DependenceKind::copy || explanation.kind == DependenceKind::select;
    const bool holds = exact || !std::isfinite(explanation.value) ? same(explanation.result, explanation.value)
                                                                  : std::abs(explanation.result - explanation.value) <= 1e-6 * size;
    if (holds) return;
    FAIL_CHECK(explanation.path, " ", explanation.index[0], ",", explanation.index[1], ",", explanation.index[2], ",",
               explanation.index[3], ": ", explanation.result, " is not ", explanation.value);
}

void check_known(const Recorded& run, const Explanation& explanation, const CellFactor& factor) {
    const auto uses = run.anatomy->uses(std::string(factor.path), factor.index);
    const bool known = std::ranges::any_of(
        uses, [&](const CellUse& use) { return use.path == explanation.path && use.cells.contains(explanation.index); });
    if (!known && !run.trace.outline->find(explanation.path)->is_view) {
        FAIL_CHECK(factor.path, " does not know of its use in ", explanation.path);
    }
}

/// Every factor is the recorded number of its cell, and every term is the product of its factors. The factors of the first, the
/// middle and the last term know of this use; over all cells, these are all terms there are.
void check_terms(const Recorded& run, const Explanation& explanation) {
    const std::size_t count = explanation.terms.size();
    for (std::size_t place = 0; place < count; ++place) {
        const ExplanationTerm& term = explanation.terms[place];
        const bool ends = place == 0 || place == count / 2 || place + 1 == count;
        double product = 1;
        for (const CellFactor& factor : term.factors) {
            product *= factor.value;
            if (factor.path.empty()) continue;
            if (!same(run.anatomy->find(std::string(factor.path)).at(factor.index), factor.value))
                FAIL("not recorded: ", factor.path);
            if (ends) check_known(run, explanation, factor);
        }
        if (!same(product, term.value)) FAIL("not the product of its factors: a term of ", explanation.path);
    }
}

/// Every cell that is said to use this one has it among its factors; checked at the corners and in the middle of each block.
void check_uses(const Recorded& run, const std::string& path, const Index& index) {
    for (const CellUse& use : run.anatomy->uses(path, index)) {
        Index middle{};
        for (std::size_t i = 0; i < middle.size(); ++i) middle[i] = (use.cells.first[i] + use.cells.last[i]) / 2;
        const std::set<Index> cells{use.cells.first, middle, use.cells.last};
        for (const Index& cell : cells) {
            const Explanation user = run.anatomy->explain(use.path, cell);
            const bool listed =
                std::ranges::any_of(user.terms, [&](const ExplanationTerm& term) { return names(term, path, index); });
            if (!listed) FAIL_CHECK(path, " is not among the factors of ", use.path);
        }
    }
}

void check_every_cell(const Recorded& run) {
    Size made = 0;
    for (const TensorInfo& info : run.trace.outline->tensors) {
        const TensorView tensor = run.trace.find(info.path);
        if (!tensor.present()) continue;
        for_each_cell(tensor, [&](const Index& index) {
            const Explanation explanation = run.anatomy->explain(info.path, index);
            check_result(explanation);
            check_terms(run, explanation);
            if (!info.is_view) check_uses(run, info.path, index);
            made += !explanation.terms.empty();
        });
    }
    for (const ParameterView& parameter : list_parameters(run.model.parameters, run.model.parameter_names)) {
        for_each_cell(parameter.tensor, [&](const Index& index) { check_uses(run, parameter.name, index); });
    }
    CHECK(made > 0);
}

}  // namespace

TEST_CASE("every cell of the samples is what its declaration makes of the recorded operands, and every use is mutual") {
    for (const char* name : {"navigation", "translation", "by-hand", "two-heads"}) {
        CAPTURE(name);
        check_every_cell(Recorded(sample(name)));
    }
}

TEST_CASE("every cell is with every departure from the paper, and with many at once") {
    for (const Design& design : single_departures(golden("single-token").configuration))
        check_every_cell(Recorded(golden("single-token"), {.design = design}));
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Model model;
        model.configuration = random_configuration(random);
        model.configuration.scale_embedding = true;
        model.parameters = random_parameters(model.configuration, random);
        model.batch = random_batch(model.configuration, random);
        const auto singles = single_departures(model.configuration);
        check_every_cell(Recorded(model, {.design = singles[seed % singles.size()]}));
        check_every_cell(Recorded(model, {.design = random_design(model.configuration, random)}));
    }
}

TEST_CASE("every cell is with the choices of other papers, whatever they are") {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        Model model;
        model.configuration = random_family(random);
        model.parameters = random_parameters(model.configuration, random);
        model.batch = random_batch(model.configuration, random);
        check_every_cell(Recorded(model));
        check_every_cell(Recorded(model, {.design = random_design(model.configuration, random)}));
    }
}

TEST_CASE("every cell of one attention alone is, undivided, with biases and with several sentences") {
    check_every_cell(Recorded(sample("two-heads"), {.design = {.scale_scores = false}}));
    Random random(1);
    Model model;
    model.configuration = lone_attention();
    Configuration& c = model.configuration;
    c.d_model = 6, c.nhead = 2, c.src_vocab_size = 5, c.tgt_vocab_size = 3;
    model.parameters = random_parameters(c, random);
    model.batch = vitrine::random_batch(c, 2);
    check_every_cell(Recorded(model));
}

TEST_CASE("every cell is where sublayers and residuals are switched off, with the norm before, inside and after") {
    const Interventions by_hand{.skipped_sublayers = {"encoder.layers.0.self_attn", "decoder.layers.0.cross_attn"},
                                .skipped_residuals = {"encoder.layers.0.ffn", "decoder.layers.0.self_attn"}};
    check_every_cell(Recorded(golden("prenorm-gelu-tied"), {}, by_hand));
    for (const Design& design : {Design{}, Design{.residuals = false}, Design{.norm_inside = true}})
        check_every_cell(Recorded(golden("single-token"), {.design = design}, by_hand));
}

TEST_CASE("every cell of three more reference models is, too") {
    for (const char* name : {"single-token", "embedding-projection", "prenorm-gelu-tied"}) {
        CAPTURE(name);
        check_every_cell(Recorded(golden(name)));
    }
}

TEST_CASE("every cell of a folder of each family is, under its own names, in its own layouts") {
    const Counted checks(18);
    for (const std::string& name : test_folders("goldens/family_variants")) {
        CAPTURE(name);
        check_every_cell(Recorded(golden("family_variants/" + name)));
    }
}

TEST_CASE("a formula counts rows as the folder's tensors do") {
    const auto formula = [](const char* folder, const char* path) {
        return Recorded(golden(std::string("family_variants/") + folder)).anatomy->explain(path, {}).formula;
    };
    // A tensor for each of Q, K and V; GPT-2 has the three in one, stored as [input, output].
    CHECK(formula("mistral-ends", "decoder.layers.0.self_attn.key") == "K[l,c] = Σ x[l,i] · W[h·d+c,i]");
    CHECK(formula("gpt2-by-layer", "decoder.layers.0.self_attn.key") == "K[l,c] = Σ x[l,i] · W[i,12+h·d+c] + b[12+h·d+c]");
    CHECK(formula("gpt2-by-layer", "decoder.layers.0.ffn.linear1") == "linear1[l,c] = Σ x[l,i] · W₁[i,c] + b₁[c]");
    // GPT-NeoX has the rows of Q, K and V head by head; Phi-3 the gate before the first matrix.
    CHECK(formula("gpt-neox-one-after-the-other", "decoder.layers.0.self_attn.key") == "K[l,c] = Σ x[l,i] · W[8+h·24+c,i]");
    CHECK(formula("phi3", "decoder.layers.0.ffn.linear1") == "linear1[l,c] = Σ x[l,i] · W₁[10+c,i]");
}

}  // namespace vitrine::anatomy_test
