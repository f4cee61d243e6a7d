/// The equation of every tensor, with which a number is taken apart, makes the recorded numbers.

#include <algorithm>
#include <map>

#include <doctest/doctest.h>

#include "tests/core/check_gradient.h"
#include "tests/core/trace/equation_runs.h"

namespace vitrine::tensor_equations_test {
using namespace vitrine::tests;

namespace {

/// The values of the names in one tensor's equation: its operands, in order.
Meaning meaning_of(const EquatedRun& run, const TensorInfo& info) {
    Meaning meaning = numbers_of(run);
    const std::string name = last_name(info.path);
    // Names of the operands of each tensor, as its equation has them.
    static const std::map<std::string, std::vector<std::string>> names{{"embedding", {"token", "table"}},
                                                                       {"scores", {"Q", "K"}},
                                                                       {"key_transposed", {"K"}},
                                                                       {"mask", {"token"}},
                                                                       {"masked_scores", {"mask", "scores"}},
                                                                       {"unmasked_weights", {"scores"}},
                                                                       {"merged", {"context"}},
                                                                       {"probabilities", {"logits"}},
                                                                       {"predictions", {"logits"}},
                                                                       {"token_loss", {"label", "logits"}},
                                                                       {"loss", {"label", "loss"}}};
    const auto bind = [&](std::initializer_list<const char*> all) {
        std::size_t i = 0;
        for (const char* one : all) {
            if (i < info.operands.size()) meaning.tensors[one] = run.find(info.operands[i]);
            ++i;
        }
    };
    if (const auto known = names.find(name); known != names.end()) {
        for (std::size_t i = 0; i < std::min(known->second.size(), info.operands.size()); ++i)
            meaning.tensors[known->second[i]] = run.find(info.operands[i]);
    } else if (name == "weights") {
        run.made.regime.design.mask_after_softmax ? bind({"unmasked", "mask"}) : bind({"masked"});
    } else if (name == "context") {
        bind({run.made.regime.dropout > 0 ? "dropped" : "weights", "V"});
    } else if (name == "mean") {
        bind({"x"});
    } else if (name == "deviation") {
        bind({"x", "mean"});
    } else if (info.symbol == "norm") {
        bind({"x", "mean", "deviation", "gain", "bias"});
    } else if (name == "positions") {
        bind({"table"});
    } else if (name == "sum") {
        bind({"x", "positions"});
    } else if (name == "scaled") {
        bind({run.made.configuration.d_embed ? "projected" : "embedding"});
    } else if (name.starts_with("residual")) {
        const bool both = info.operands.size() == 2;
        const char* added = run.made.regime.design.norm_inside ? "norm" : run.made.regime.dropout > 0 ? "dropped" : "sublayer";
        meaning.tensors[added] = run.find(info.operands.back());
        if (both || info.symbol == "x") meaning.tensors["x"] = run.find(info.operands.front());
    } else if (name.starts_with("dropped")) {
        bind({"x", "kept"});
        if (name == "dropped") meaning.numbers["p"] = run.made.regime.embedding_dropout;
    } else if (name == "query" || name == "key" || name == "value") {
        const std::string of_lone = "x_" + info.symbol;
        bind({info.path.starts_with("attention.") ? of_lone.c_str() : info.operands[0] == "memory" ? "memory" : "x", "W", "b"});
    } else if (name == "memory" || name == "activation") {
        bind({"x"});
    } else if (name == "projected") {
        bind({"embedding", "W", "b"});
    } else if (name == "output") {
        bind({"merged", "W_O", "b_O"});
    } else if (name == "linear1") {
        bind({"x", "W₁", "b₁"});
    } else if (name == "linear2") {
        bind({run.made.regime.dropout > 0 ? "dropped" : "activation", "W₂", "b₂"});
    } else if (name == "logits") {
        bind({"x", "W", "b"});
    }
    if (name == "token_loss") meaning.numbers["ε"] = run.made.regime.label_smoothing;
    return meaning;
}

using Checked = std::map<std::string, int>;  // how many numbers were checked, by the left side of their equation

void check_run(const EquatedRun& run, Checked& checked) {
    for (const TensorInfo& info : run.trace.outline->tensors) {
        if (!info.dependence || !run.find(info.path).present()) continue;
        CAPTURE(info.dependence->formula);
        for (const Equation& equation : equations_of(info.dependence->formula))
            checked[equation.left] += check_equation(run, info, equation, meaning_of(run, info));
    }
}

}  // namespace

TEST_CASE("the equation of every tensor makes its numbers, in any model, regime and design, whatever is altered by hand" *
          in_double) {
    Random random(5);
    Checked checked;
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        check_run(EquatedRun(random), checked);
    }
    CHECK(checked.size() > 25);
}

TEST_CASE("the equation of every tensor of one attention alone makes its numbers" * in_double) {
    Random random(7);
    Checked checked;
    for (int round = 0; round < 8; ++round) {
        CAPTURE(round);
        check_run(EquatedRun(lone_ingredients(random)), checked);
    }
    CHECK(checked.size() == 10);
}

}  // namespace vitrine::tensor_equations_test
