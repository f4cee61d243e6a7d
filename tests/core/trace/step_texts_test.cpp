/// What the titles and sentences of operations and boxes say, checked against runs of any model, regime and design.

#include <cmath>
#include <map>
#include <regex>

#include <doctest/doctest.h>

#include "core/trace/parameter_trace.h"
#include "core/trace/trace.h"
#include "tests/core/pass/altered_runs.h"
#include "tests/counted.h"

namespace vitrine::step_texts_test {
using namespace vitrine::tests;

namespace {

struct Recorded {
    Ingredients made;
    Activations activations;
    Trace trace;

    explicit Recorded(Random& random) : made(random_ingredients(random)) {
        if (coin(random)) made.regime.design = random_design(made.configuration, random);
        if (coin(random)) made.regime.dropout = 0.3, made.regime.seed = random.next();
        if (coin(random)) made.regime.label_smoothing = 0.2;
        forward(made.pass({}), activations);
        trace = make_trace(std::make_shared<const Outline>(make_outline(made.configuration, made.regime)), activations);
    }
    TensorView find(const std::string& path) const { return trace.find(path); }
};

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string beginning(const std::string& path) { return path.substr(0, path.rfind('.') + 1); }

/// "12 → 4" in a text: the two numbers.
std::pair<Size, Size> widths_in(const std::string& text) {
    static const std::regex arrow("([0-9]+) → ([0-9]+)");
    std::smatch found;
    REQUIRE(std::regex_search(text, found, arrow));
    return {std::stoll(found[1]), std::stoll(found[2])};
}

Size width_of(const Recorded& run, const std::string& path) {
    const Layout layout = run.find(path).layout;
    return layout.shape[layout.rank - 1];
}

void check_softmax(const Recorded& run, const Step& step) {
    const TensorView weights = run.find(step.result), mask = run.find(beginning(step.result) + "mask");
    bool any_hidden_whole = false;
    for (Size b = 0; b < weights.layout.shape[0]; ++b) {
        for (Size h = 0; h < weights.layout.shape[1]; ++h) {
            for (Size q = 0; q < weights.layout.shape[2]; ++q) {
                double sum = 0, seen = 0;
                for (Size k = 0; k < weights.layout.shape[3]; ++k) sum += weights.at({b, h, q, k}), seen += mask.at({b, 0, q, k});
                const bool may_be_0 = seen == 0 && says(step.text, "all its weights are 0");
                CHECK(sum == doctest::Approx(may_be_0 ? 0 : 1).epsilon(1e-4));
                any_hidden_whole = any_hidden_whole || may_be_0;
            }
        }
    }
    if (any_hidden_whole) CHECK_FALSE(run.made.configuration.mask_value);
}

void check_mask(const Recorded& run, const Step& step) {
    const std::string path = beginning(step.result);
    const TensorView mask = run.find(path + "mask"), weights = run.find(path + "weights");
    const TensorView hidden = run.find(step.result);
    bool looks_ahead = false;
    for (Size b = 0; b < mask.layout.shape[0]; ++b) {
        for (Size q = 0; q < mask.layout.shape[2]; ++q) {
            for (Size k = 0; k < mask.layout.shape[3]; ++k) {
                if (mask.at({b, 0, q, k}) == 1) {
                    looks_ahead = looks_ahead || k > q;
                    continue;
                }
                CHECK_FALSE(says(step.text, "hides nothing"));
                if (says(step.text, "Hidden scores become −∞")) CHECK(hidden.at({b, 0, q, k}) == -INFINITY);
                if (says(step.text, "Hidden scores become −∞, from which the softmax makes 0."))
                    CHECK(weights.at({b, 0, q, k}) == 0);
                if (says(step.text, "Hidden weights become 0")) CHECK(hidden.at({b, 0, q, k}) == 0);
                if (says(step.text, "Hidden scores become -1e+09")) CHECK(hidden.at({b, 0, q, k}) == -1e9);
            }
        }
    }
    if (says(step.text, "every later token")) CHECK_FALSE(looks_ahead);
}

void check_step(const Recorded& run, const Step& step) {
    const Configuration& c = run.made.configuration;
    CAPTURE(step.id);
    CAPTURE(step.title);
    CAPTURE(step.text);
    switch (step.operation) {
        case Operation::projection_of_embedding:
        case Operation::linear1:
        case Operation::linear2: {
            const auto [from, to] = widths_in(step.title);
            CHECK(from == width_of(run, step.inputs.front()));
            CHECK(to == width_of(run, step.result));
            if (step.operation == Operation::linear1) CHECK(says(step.text, "to the " + std::to_string(to) + " hidden units"));
            if (step.operation == Operation::linear2) CHECK(says(step.text, "of the " + std::to_string(from) + " hidden units"));
            break;
        }
        case Operation::scaling: {
            const double factor = std::sqrt(std::stod(step.title.substr(step.title.find("√") + std::string("√").size())));
            CHECK(run.find(step.result).at({0, 0, 0}) ==
                  doctest::Approx(factor * run.find(step.inputs.front()).at({0, 0, 0})).epsilon(1e-5));
            CHECK(says(step.text, "positions are added") == run.find(beginning(step.result) + "positions").present());
            break;
        }
        case Operation::scores:
            CHECK(says(step.title, "√" + std::to_string(width_of(run, beginning(step.result) + "query"))) ==
                  run.made.regime.design.scale_scores);
            CHECK(says(step.text, "Nothing divides") == !says(step.title, "√"));
            break;
        case Operation::softmax:
            check_softmax(run, step);
            break;
        case Operation::mask:
            check_mask(run, step);
            break;
        case Operation::positions: {
            const TensorView x = run.find(step.inputs.front()), sum = run.find(step.result);
            bool adds = false;
            for (Size i = 0; i < sum.layout.count(); ++i)
                adds = adds || x.at(index_of(sum.layout, i)) != sum.at(index_of(sum.layout, i));
            CHECK(says(step.text, "Nothing is added") == !adds);
            break;
        }
        case Operation::logits:
            CHECK(says(step.text, std::to_string(width_of(run, "logits")) + " target tokens"));
            break;
        case Operation::layer_norm:
            CHECK(says(step.text, "gain and bias") == c.bias);
            break;
        case Operation::loss:
            CHECK(says(step.text, "0 would mean certainty") == (run.made.regime.label_smoothing == 0));
            break;
        default:
            break;
    }
}

}  // namespace

TEST_CASE("the sentences of steps are true of what the run has recorded") {
    Random random(7);
    std::map<Operation, int> checked;
    for (int round = 0; round < 60; ++round) {
        const Recorded run(random);
        for (const Step& step : run.trace.outline->steps) {
            check_step(run, step);
            ++checked[step.operation];
        }
    }
    CHECK(checked.size() >= 20);
}

TEST_CASE("the boxes say how many heads, words and numbers there are, who attends to whom, and how a sublayer is connected") {
    const Counted checks(500);
    Random random(8);
    for (int round = 0; round < 60; ++round) {
        const Recorded run(random);
        for (const Block& block : run.trace.outline->blocks) {
            CAPTURE(block.id);
            CAPTURE(block.title);
            CAPTURE(block.subtitle);
            if (block.id.ends_with("_attn")) {
                const TensorView mask = run.find(block.id + ".mask");
                const Size heads = run.find(block.id + ".scores").layout.shape[1];
                CHECK(block.subtitle.starts_with(std::to_string(heads) + (heads == 1 ? " head," : " heads,")));
                bool ahead = false;
                for (Size q = 0; q < mask.layout.shape[2]; ++q) {
                    for (Size k = q + 1; k < mask.layout.shape[3]; ++k) ahead = ahead || mask.at({0, 0, q, k}) == 1;
                }
                if (says(block.subtitle, "causal")) CHECK_FALSE(ahead);
                CHECK(says(block.title, "Masked") == says(block.subtitle, "causal"));
                CHECK(says(block.subtitle, "target to source") == block.id.ends_with("cross_attn"));
            }
            if (block.id.ends_with(".ffn")) {
                const auto [from, to] = widths_in(block.subtitle);
                CHECK(from == width_of(run, block.id + ".linear2"));
                CHECK(to == width_of(run, block.id + ".linear1"));
            }
            if (block.id.ends_with(".embedding"))
                CHECK(says(block.subtitle, "× " + std::to_string(width_of(run, block.id)) + " dimensions"));
            if (block.id == "output") CHECK(block.subtitle == std::to_string(width_of(run, "logits")) + " words");
            // "Add & norm": the box ends with a norm, which is computed after the sum; "Norm & add": before it.
            if (block.title == "Add & norm") CHECK(says(block.tensors.back(), "norm"));
            if (block.title == "Norm & add" || block.title == "Add") CHECK(says(block.tensors.back(), "residual"));
            if (block.subtitle == "no residual") CHECK(says(block.title, "Add") == false);
        }
    }
}

}  // namespace vitrine::step_texts_test
