/// The equations of every step make the numbers of what it fills.

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "tests/core/check_gradient.h"
#include "tests/core/trace/equation_runs.h"

namespace vitrine::step_equations_test {
using namespace vitrine::tests;

namespace {

/// A third of stacked weights or biases.
TensorView third(TensorView stacked, Size number) {
    const Size rows = stacked.layout.shape[0] / 3;
    stacked.data = static_cast<const Scalar*>(stacked.data) + number * rows * stacked.layout.strides[0];
    stacked.layout.shape[0] = rows;
    return stacked;
}

/// The values of the names in a step's equations: the tensors that the step reads and fills, as the screen names them, and its
/// parameters.
Meaning meaning_of(const EquatedRun& run, const Step& step) {
    Meaning meaning = numbers_of(run);
    const Outline& outline = *run.trace.outline;
    for (const std::string& path : step.inputs) meaning.tensors[outline.find(path)->symbol] = run.find(path);
    for (const std::string& path : step.outputs) meaning.tensors[outline.find(path)->symbol] = run.find(path);
    if (!step.inputs.empty()) meaning.tensors["x"] = run.find(step.inputs.front());
    if (run.find("memory").present() && !step.inputs.empty()) meaning.tensors["memory"] = run.find("memory");
    const auto parameter = [&](std::size_t i) { return i < step.parameters.size() ? run.find(step.parameters[i]) : TensorView{}; };
    switch (step.operation) {
        case Operation::embedding:
            meaning.tensors["token"] = run.find(beginning_of(step.result) + "tokens");
            meaning.tensors["table"] = parameter(0);
            break;
        case Operation::layer_norm:
            meaning.tensors["gain"] = parameter(0), meaning.tensors["bias"] = parameter(1);
            break;
        case Operation::projections:
            for (Size i = 0; i < 3; ++i) {
                const std::string third_name(1, "QKV"[i]);
                meaning.tensors["W_" + third_name] = third(parameter(0), i);
                if (step.parameters.size() > 1) meaning.tensors["b_" + third_name] = third(parameter(1), i);
            }
            break;
        case Operation::merge:
            if (step.outputs.size() == 1) break;  // of one attention alone
            meaning.tensors["W_O"] = parameter(0), meaning.tensors["b_O"] = parameter(1);
            break;
        case Operation::linear1:
            meaning.tensors["W₁"] = parameter(0), meaning.tensors["b₁"] = parameter(1);
            break;
        case Operation::linear2:
            meaning.tensors["W₂"] = parameter(0), meaning.tensors["b₂"] = parameter(1);
            break;
        case Operation::projection_of_embedding:
        case Operation::logits:
            meaning.tensors["W"] = parameter(0), meaning.tensors["b"] = parameter(1);
            break;
        case Operation::scores:
            meaning.tensors["K"] = run.find(beginning_of(step.result) + "key");
            break;
        case Operation::context:
            meaning.tensors["weights"] = run.find(step.inputs.front());
            break;
        case Operation::mask:
            meaning.tensors["mask"] = run.find(beginning_of(step.result) + "mask");
            break;
        case Operation::dropout:
            if (last_name(step.result) == "dropped") meaning.numbers["p"] = run.made.regime.embedding_dropout;
            break;
        case Operation::loss:
            meaning.tensors["label"] = run.find("labels");
            meaning.numbers["ε"] = run.made.regime.label_smoothing;
            break;
        default:
            break;
    }
    return meaning;
}

/// The tensor of a step that an equation is of.
const TensorInfo* subject_of(const EquatedRun& run, const Step& step, const Equation& equation) {
    const std::string name = equation.left.substr(0, equation.left.find('['));
    static const std::map<std::string, std::string> paths{{"Q", "query"}, {"K", "key"}, {"V", "value"}};
    for (const std::string& path : step.outputs) {
        const TensorInfo* info = run.trace.outline->find(path);
        const std::string last = last_name(path);
        const auto known = paths.find(name);
        if (known != paths.end() ? last == known->second
                                 : info->symbol == name || last == name || (name == "loss" && path == "loss"))
            return info;
    }
    return run.trace.outline->find(step.result);
}

/// The equations of variance, LayerNorm, dropout and sublayers in plain loops.
void add_functions(const EquatedRun& run, const Step& step, Meaning& meaning) {
    if (step.operation == Operation::layer_norm) {
        const TensorView x = run.find(step.inputs.front()), mean = run.find(step.result + ".mean");
        const bool torch = run.made.configuration.layer_norm == LayerNormKind::torch;
        static Tensor variance{Axis::batch, Axis::position};
        variance.resize({x.layout.shape[0], x.layout.shape[1]});
        const Size width = x.layout.shape[2];
        for (Size b = 0; b < x.layout.shape[0]; ++b) {
            for (Size l = 0; l < x.layout.shape[1]; ++l) {
                double sum = 0;
                for (Size j = 0; j < width; ++j) sum += std::pow(x.at({b, l, j}) - mean.at({b, l}), 2);
                variance.at({b, l}) = static_cast<Scalar>(sum / static_cast<double>(torch ? width : width - 1));
            }
        }
        meaning.tensors["variance"] = view(variance);
    }
}

/// The row that makes a token's queries, keys or values, the heads side by side.
int check_projection(const EquatedRun& run, const TensorInfo& info, const Equation& equation, const Meaning& meaning) {
    const TensorView tensor = run.find(info.path);
    const Size width = run.made.configuration.head_width();
    int checked = 0;
    for (Size i = 0; i < tensor.layout.count(); ++i) {
        const Index cell = index_of(tensor.layout, i);
        if (run.is_by_hand(info.path, cell)) continue;
        const Amount row = compute(equation.right.front(), meaning, {{'b', cell[0]}, {'l', cell[2]}});
        const double number = row.at(0, cell[1] * width + cell[3]);
        ++checked;
        if (!holds(number, tensor.at(cell))) FAIL_CHECK(info.path, ": ", number, " is not ", tensor.at(cell));
    }
    return checked;
}

/// The sublayer around which a residual leads.
std::string sublayer_of(const std::string& residual) {
    const std::string layer = beginning_of(residual);
    const char number = residual.back();
    if (number == '1') return layer + "self_attn";
    return layer + (number == '2' && layer.starts_with("decoder") ? "cross_attn" : "ffn");
}

Amount row_of(const TensorView& tensor, const LetterPlaces& at) {
    Amount row(1, tensor.layout.shape[2]);
    for (Size j = 0; j < row.columns; ++j) row.at(0, j) = tensor.at({at.at('b'), at.at('l'), j});
    return row;
}

/// LayerNorm of a row in plain loops.
Amount normalised(const Amount& x, const TensorView& gain, const TensorView& bias, const Configuration& c) {
    const auto width = static_cast<double>(x.columns);
    double mean = 0, squares = 0;
    for (const double cell : x.cells) mean += cell / width;
    for (const double cell : x.cells) squares += (cell - mean) * (cell - mean);
    const bool torch = c.layer_norm == LayerNormKind::torch;
    const double deviation =
        torch ? std::sqrt(squares / width + c.layer_norm_eps) : std::sqrt(squares / (width - 1)) + c.layer_norm_eps;
    Amount result = x;
    for (Size j = 0; j < x.columns; ++j)
        result.at(0, j) = gain.at({j}) * (x.at(0, j) - mean) / deviation + (bias.present() ? bias.at({j}) : 0);
    return result;
}

/// The values of sublayer(…), dropout(…) and LayerNorm(…) in a residual's equation. The sublayer reads what is in its brackets.
void add_functions_of_residual(const EquatedRun& run, const Step& step, Meaning& meaning) {
    const std::string sublayer = sublayer_of(step.result), norm = beginning_of(step.result) + "norm" + step.result.back();
    const Outline& outline = *run.trace.outline;
    const auto block = std::ranges::find(outline.blocks, sublayer, &Block::id);
    const std::string read = outline.steps[static_cast<std::size_t>(block->first_step)].inputs.front();
    const bool altered = run.is_by_hand(norm) || run.is_by_hand(norm + ".mean") || run.is_by_hand(norm + ".deviation");
    meaning.functions["sublayer"] = [&run, sublayer, read, altered](const Amount& in, const LetterPlaces& at) {
        const Amount recorded = row_of(run.find(read), at);
        for (Size j = 0; j < recorded.columns && !altered; ++j) CHECK(holds(in.at(0, j), recorded.at(0, j)));
        return row_of(run.find(sublayer + (sublayer.ends_with("ffn") ? ".linear2" : ".output")), at);
    };
    meaning.functions["dropout"] = [&run, sublayer](const Amount& in, const LetterPlaces& at) {
        Amount kept = row_of(run.find(sublayer + ".output_dropout_mask"), at);
        for (Size j = 0; j < in.columns; ++j) kept.at(0, j) *= in.at(0, j) / (1 - run.made.regime.dropout);
        return kept;
    };
    meaning.functions["LayerNorm"] = [&run, norm](const Amount& in, const LetterPlaces&) {
        const std::string parameters = "transformer." + norm;
        return normalised(in, run.find(parameters + ".weight"), run.find(parameters + ".bias"), run.made.configuration);
    };
}

/// The stream that a residual adds to. If only the sublayer goes on, without a residual, the equation names x as its input.
std::string input_of_residual(const EquatedRun& run, const Step& step) {
    const Outline& outline = *run.trace.outline;
    const std::string sublayer = sublayer_of(step.result), norm = beginning_of(step.result) + "norm" + step.result.back();
    const auto block = std::ranges::find(outline.blocks, sublayer, &Block::id);
    const Step& first = outline.steps[static_cast<std::size_t>(block->first_step)];
    const bool before = first.inputs.front() == norm;
    return before ? outline.steps[static_cast<std::size_t>(outline.step_of(norm))].inputs.front() : first.inputs.front();
}

/// Whether what goes into a residual is altered by hand on the way.
bool is_altered_on_the_way(const EquatedRun& run, const Step& step) {
    const std::string sublayer = sublayer_of(step.result), norm = beginning_of(step.result) + "norm" + step.result.back();
    return std::ranges::any_of(run.interventions.overwrites, [&](const Overwrite& one) {
        return one.path.starts_with(norm) || one.path.starts_with(sublayer + ".dropped_output");
    });
}

using Checked = std::map<std::string, int>;  // how many numbers were checked, by the left side of their equation

void check_step(const EquatedRun& run, const Step& step, Checked& checked) {
    Meaning meaning = meaning_of(run, step);
    add_functions(run, step, meaning);
    if (step.operation == Operation::residual) {
        if (is_altered_on_the_way(run, step)) return;
        add_functions_of_residual(run, step, meaning);
        meaning.tensors["x"] = run.find(input_of_residual(run, step));
    }
    CAPTURE(step.id);
    CAPTURE(step.formula);
    for (const Equation& equation : equations_of(step.formula)) {
        const TensorInfo* info = subject_of(run, step, equation);
        const auto check = step.operation == Operation::projections ? check_projection : check_equation;
        checked[equation.left] += check(run, *info, equation, meaning);
    }
}

}  // namespace

TEST_CASE("the equations of every step make the numbers of what it fills" * in_double) {
    Random random(6);
    Checked checked;
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        const EquatedRun run(random);
        for (const Step& step : run.trace.outline->steps) {
            if (run.find(step.result).present()) check_step(run, step, checked);
        }
    }
    CHECK(checked.size() > 18);
}

TEST_CASE("the equations of every step of one attention alone make the numbers of what it fills" * in_double) {
    Random random(8);
    Checked checked;
    for (int round = 0; round < 8; ++round) {
        CAPTURE(round);
        const EquatedRun run(lone_ingredients(random));
        for (const Step& step : run.trace.outline->steps) {
            if (step.operation != Operation::inputs) check_step(run, step, checked);  // those are given
        }
    }
    CHECK(checked.size() == 8);
}

}  // namespace vitrine::step_equations_test
