/// Explanations name factors that are no cells of a tensor: what these are, and that this is their value.

#include <cmath>
#include <cstdio>
#include <memory>

#include <doctest/doctest.h>

#include "core/explain/anatomy.h"
#include "core/explain/gradient_anatomy.h"
#include "core/io/model.h"
#include "core/io/open_model.h"
#include "core/pass/transformer.h"
#include "core/trace/parameter_trace.h"
#include "tests/counted.h"
#include "tests/test_data.h"

namespace vitrine::numbers_beside_cells_test {

namespace {

struct Recorded {
    Model model;
    Activations activations;
    Trace trace;
    std::unique_ptr<Anatomy> anatomy;

    explicit Recorded(const std::string& family) {
        const auto folder = test_data("goldens/families/" + family);
        model = open_model({.folder = folder, .batch = folder / "batch.json"});
        forward({model.configuration, model.parameters, model.batch}, activations);
        const ParameterNames& names = model.parameter_names;
        trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration, {}, {}, names)), activations);
        anatomy =
            std::make_unique<Anatomy>(trace, make_parameter_trace(*trace.outline, list_parameters(model.parameters, names), names));
    }

    Explanation explain(const std::string& path, const Index& cell) const { return anatomy->explain(path, cell); }
};

/// "−sin(2 · 0.1)", computed.
double value_of(const std::string& wave) {
    const std::string_view minus = "−";
    const bool negative = wave.starts_with(minus);
    const std::string rest = wave.substr(negative ? minus.size() : 0);
    double position = 0, frequency = 0;
    REQUIRE(std::sscanf(rest.substr(3).c_str(), "(%lf · %lf)", &position, &frequency) == 2);
    const double angle = position * frequency;
    return (negative ? -1 : 1) * (rest.starts_with("cos") ? std::cos(angle) : std::sin(angle));
}

}  // namespace

TEST_CASE("a turned number is two numbers times cosine and sine of an angle, which are named") {
    const Recorded run("llama");
    for (const char* name : {"rotated_query", "rotated_key"}) {
        for (const Index& cell : {Index{0, 1, 0, 3}, Index{0, 1, 3, 0}, Index{1, 1, 4, 1}, Index{0, 0, 5, 6}}) {
            const Explanation found = run.explain(std::string("decoder.layers.1.self_attn.") + name, cell);
            REQUIRE(found.terms.size() == 2);
            for (const ExplanationTerm& term : found.terms) {
                CAPTURE(term.label);
                const CellFactor& wave = term.factors.back();
                CHECK(wave.path.empty());
                CHECK(value_of(wave.made) == doctest::Approx(wave.value).epsilon(2e-3));
                CHECK(term.label.ends_with(" · " + wave.made));
            }
            CHECK(found.terms[0].label.starts_with("itself · cos("));
            CHECK(found.terms[1].label.starts_with("its partner · "));
        }
    }
}

TEST_CASE("what an activation multiplies a number with is made of the number, and named") {
    const auto factor = [](const std::string& family, const std::string& stack, const std::string& name) {
        const Explanation found = Recorded(family).explain(stack + ".layers.0.ffn." + name, {0, 1, 2});
        const ExplanationTerm& term = found.terms.back();
        CHECK(term.factors.back().path.empty());
        CHECK(term.label == "x · " + term.factors.back().made);
        return term.factors.back().made;
    };
    CHECK(factor("llama", "decoder", "gate_activation") == "σ(x)");
    CHECK(factor("bert", "encoder", "activation") == "erf(x / √2)");
    CHECK(factor("gpt2", "decoder", "activation") == "tanh(…)");
}

TEST_CASE("no factor of a family's numbers is called a constant beside cells") {
    const tests::Counted checks(1);
    for (const std::string& family : family_names()) {
        CAPTURE(family);
        const Recorded run(family);
        for (const TensorInfo& info : run.trace.outline->tensors) {
            const TensorView tensor = run.trace.find(info.path);
            if (!tensor.present() || !info.dependence) continue;
            for (const Size i : {Size{0}, tensor.layout.count() / 2, tensor.layout.count() - 1}) {
                CAPTURE(info.path);
                for (const ExplanationTerm& term : run.explain(info.path, index_of(tensor.layout, i)).terms) {
                    for (const CellFactor& each : term.factors) {
                        if (each.path.empty() && term.factors.size() > 1) CHECK_FALSE(each.made.empty());
                    }
                }
            }
        }
    }
}

}  // namespace vitrine::numbers_beside_cells_test
