#include "core/ops/layer_norm.h"

#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

namespace {

Scalar deviation_of(Scalar sum_of_squares, Size width, const LayerNormOptions& options) {
    if (options.kind == LayerNormKind::annotated) return std::sqrt(sum_of_squares / Scalar(width - 1)) + options.epsilon;
    return std::sqrt(sum_of_squares / Scalar(width) + options.epsilon);
}

/// The slope in ∂deviation/∂x[j] = slope · (x[j] − mean); 0 for a row of equal values, as in PyTorch.
Scalar slope_of_deviation(Scalar deviation, Size width, const LayerNormOptions& options) {
    if (options.kind == LayerNormKind::torch) return 1 / (deviation * Scalar(width));
    const Scalar spread = deviation - options.epsilon;
    return spread == 0 ? Scalar(0) : 1 / (spread * Scalar(width - 1));
}

/// A number of rows.
struct Rows {
    Size first, count;
};

// The parts are not inlined, so that a row gets the same bits whether they are computed together or separately.

[[gnu::noinline]] void find_means(const Tensor& x, Size width, Rows which, Tensor& mean) {
    const auto in = rows(x, width);
    for (Size i = which.first; i < which.first + which.count; ++i) mean.data()[i] = in.row(i).mean();
}

[[gnu::noinline]] void find_deviations(const Tensor& x, Size width, const Tensor& mean, Rows which, const LayerNormOptions& options,
                                       Tensor& deviation) {
    const auto in = rows(x, width);
    for (Size i = which.first; i < which.first + which.count; ++i) {
        const Scalar middle = mean.data()[i];
        deviation.data()[i] = deviation_of((in.row(i).array() - middle).square().sum(), width, options);
    }
}

[[gnu::noinline]] void normalise(const RowsToNormalise& of, Rows which, const LayerNormParameters& parameters, Scalar gain_offset,
                                 Tensor& output) {
    const Size width = parameters.row_width(of.x);
    const auto in = rows(of.x, width);
    auto out = rows(output, width);
    for (Size i = which.first; i < which.first + which.count; ++i) {
        const Scalar mean = of.mean.data()[i];
        const Scalar scale = 1 / of.deviation.data()[i];  // multiplication is much faster than division
        if (parameters.weight.empty()) {
            out.row(i) = ((in.row(i).array() - mean) * scale).matrix();
            continue;
        }
        out.row(i) = ((in.row(i).array() - mean) * scale * (row(parameters.weight).array() + gain_offset)).matrix();
        if (!parameters.bias.empty()) out.row(i) += row(parameters.bias);
    }
}

/// Calls visit(rows) for all rows of x, in groups that fit the first-level cache.
template <class Visit>
void for_few_rows(const Tensor& x, Size width, Visit&& visit) {
    constexpr Size few = 8;
    for_row_blocks(x.count() / width, 4 * width, [&](Size first, Size count) {
        for (Size i = 0; i < count; i += few) visit(Rows{first + i, std::min(few, count - i)});
    });
}

}  // namespace

LayerNormActivations LayerNormActivations::of_heads(Axis position) {
    LayerNormActivations a;
    for (Tensor* statistics : {&a.mean, &a.deviation, &a.root_mean_square}) *statistics = Tensor{Axis::batch, Axis::head, position};
    a.output = Tensor{Axis::batch, Axis::head, position, Axis::feature};
    return a;
}

void size_statistics(const Tensor& x, Size width, Tensor& statistics) {
    if (x.layout().rank == 3) return statistics.resize({x.size(0), x.size(1)});
    statistics.resize({x.size(0), x.size(1) * x.size(3) / width, x.size(2)}, Order::heads_together);
}

void layer_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                        LayerNormActivations& a) {
    const Size width = parameters.row_width(x);
    size_statistics(x, width, a.mean);
    size_statistics(x, width, a.deviation);
    a.output.resize_like(x);
    for_few_rows(x, width, [&](Rows which) {
        find_means(x, width, which, a.mean);
        find_deviations(x, width, a.mean, which, options, a.deviation);
        normalise({x, a.mean, a.deviation}, which, parameters, options.gain_offset(), a.output);
    });
}

void row_means_forward(const Tensor& x, Size width, Tensor& mean) {
    size_statistics(x, width, mean);
    for_few_rows(x, width, [&](Rows which) { find_means(x, width, which, mean); });
}

void row_deviations_forward(const Tensor& x, Size width, const Tensor& mean, const LayerNormOptions& options, Tensor& deviation) {
    size_statistics(x, width, deviation);
    for_few_rows(x, width, [&](Rows which) { find_deviations(x, width, mean, which, options, deviation); });
}

void normalise_forward(const RowsToNormalise& of, const LayerNormParameters& parameters, const LayerNormOptions& options,
                       Tensor& output) {
    output.resize_like(of.x);
    for_few_rows(of.x, parameters.row_width(of.x),
                 [&](Rows which) { normalise(of, which, parameters, options.gain_offset(), output); });
}

namespace {

/// The gradients of one row's mean, deviation and x, from those of the row before gain and bias.
template <class Row>
void row_backward(const LayerNormPass& pass, Size i, const Row& d_normalized, LayerNormActivations& d, LayerNormGradients& to) {
    const Scalar mean = pass.activations.mean.data()[i], deviation = pass.activations.deviation.data()[i];
    const Size width = pass.parameters.row_width(pass.x);
    const auto centred = rows(pass.x, width).row(i).array() - mean;

    // output = gain ⊙ (x − mean) / deviation + bias
    const Scalar d_mean = -d_normalized.sum() / deviation;
    const Scalar d_deviation = -(d_normalized * centred).sum() / (deviation * deviation);
    d.mean.data()[i] = d_mean;
    d.deviation.data()[i] = d_deviation;

    // mean = Σ x / width; deviation = √(Σ (x − mean)² / width + epsilon), or as The Annotated Transformer has it
    const Scalar slope = d_deviation * slope_of_deviation(deviation, width, pass.options);
    const Scalar scale = 1 / deviation, share = d_mean / Scalar(width);
    auto d_x = rows(to.x, width).row(i).array();
    if (to.x_write == Write::add) {
        d_x += d_normalized * scale + share + slope * centred;
    } else {
        d_x = d_normalized * scale + share + slope * centred;
    }
}

void row_backward(const LayerNormPass& pass, Size i, LayerNormActivations& d, LayerNormGradients& to) {
    const auto d_output = rows(d.output, pass.parameters.row_width(pass.x)).row(i).array();
    if (pass.parameters.weight.empty()) return row_backward(pass, i, d_output, d, to);
    row_backward(pass, i, d_output * (row(pass.parameters.weight).array() + pass.options.gain_offset()), d, to);
}

/// The gradients of the parameters, summed over all rows, for `count` features starting at `first`.
void parameters_backward(const LayerNormPass& pass, const LayerNormActivations& d, Size first, Size count, LayerNormGradients& to) {
    const auto x = rows(pass.x, pass.parameters.weight.count()), d_out = rows(d.output, pass.parameters.weight.count());
    auto d_weight = row(to.parameters.weight).segment(first, count).array();
    d_weight.setZero();
    if (!pass.parameters.bias.empty()) row(to.parameters.bias).segment(first, count).setZero();
    for (Size i = 0; i < x.rows(); ++i) {
        const auto d_output = d_out.row(i).segment(first, count).array();
        const Scalar mean = pass.activations.mean.data()[i], scale = 1 / pass.activations.deviation.data()[i];
        // output = gain ⊙ (x − mean) / deviation + bias
        d_weight += d_output * ((x.row(i).segment(first, count).array() - mean) * scale);
        if (!pass.parameters.bias.empty()) row(to.parameters.bias).segment(first, count).array() += d_output;
    }
}

}  // namespace

void layer_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to) {
    const Size width = pass.parameters.row_width(pass.x), count = pass.x.count() / width;
    for_row_blocks(count, 6 * width, [&](Size first, Size rows_in_block) {
        for (Size i = first; i < first + rows_in_block; ++i) row_backward(pass, i, d, to);
    });
    if (pass.parameters.weight.empty()) return;
    for_row_blocks(width, 3 * count, [&](Size first, Size features) { parameters_backward(pass, d, first, features, to); });
}

FactorRule gain_factor(int operand, const LayerNormOptions& options) {
    FactorRule gain{operand, "j"};
    if (options.adds_one) gain.function = [](const Index&, double weight) { return 1 + weight; }, gain.label = "1 + gain";
    return gain;
}

std::string gain_text(const LayerNormOptions& options, std::string_view index) {
    const std::string gain = "gain" + std::string(index);
    return options.adds_one ? "(1 + " + gain + ')' : gain;
}

Dependence layer_norm_mean_dependence(Size width) {
    return {.kind = DependenceKind::sum,
            .output = "bl",
            .formula = "mean[l] = Σ x[l,j] / D",
            .terms = {{.label = "", .factors = {{0, "blj"}}}},
            .scale = 1 / static_cast<double>(width)};
}

namespace {

/// x − mean, a factor of several gradients of a LayerNorm.
FactorRule centred() { return {.operand = 0, .cell = "blj", .less = 1, .less_cell = "bl", .label = "x − mean"}; }

/// A factor that is a function of the deviation, the operand with this number.
FactorRule of_deviation(int operand, double (*function)(double), const char* label) {
    return {
        .operand = operand, .cell = "bl", .function = [function](const Index&, double x) { return function(x); }, .label = label};
}

double reciprocal(double x) { return 1 / x; }

/// ∂norm · gain, a factor of the gradients of x, mean and deviation; ∂norm alone without a gain.
TermRule gradient_term(const LayerNormOptions& options, std::vector<FactorRule> further) {
    TermRule term{.factors = {{output_gradient, "blj"}}};
    if (options.has_gain) term.factors.push_back(gain_factor(3, options));
    term.factors.insert(term.factors.end(), further.begin(), further.end());
    return term;
}

OperandGradient gradient_of(int operand, std::string output, std::string formula, TermRule term) {
    return {.operand = operand, .output = std::move(output), .formula = std::move(formula), .terms = {std::move(term)}};
}

std::vector<OperandGradient> norm_gradients(const LayerNormOptions& options, bool has_bias) {
    const auto minus_reciprocal = [](double x) { return -1 / x; };
    const auto minus_reciprocal_square = [](double x) { return -1 / (x * x); };
    const std::string d_normalized = "∂norm[l,j]" + (options.has_gain ? " · " + gain_text(options, "[j]") : "");
    std::vector<OperandGradient> gradients{
        gradient_of(0, "blj", "∂x[l,j] = " + d_normalized + " / deviation[l]",
                    gradient_term(options, {of_deviation(2, reciprocal, "1 / deviation")})),
        gradient_of(1, "bl", "∂mean[l] = −Σ " + d_normalized + " / deviation[l]",
                    gradient_term(options, {of_deviation(2, minus_reciprocal, "−1 / deviation")})),
        gradient_of(2, "bl", "∂deviation[l] = −Σ " + d_normalized + " · (x[l,j] − mean[l]) / deviation[l]²",
                    gradient_term(options, {centred(), of_deviation(2, minus_reciprocal_square, "−1 / deviation²")}))};
    if (!options.has_gain) return gradients;
    gradients.push_back(
        gradient_of(3, "j", "∂gain[j] = Σ ∂norm[l,j] · (x[l,j] − mean[l]) / deviation[l]",
                    {.factors = {{output_gradient, "blj"}, centred(), of_deviation(2, reciprocal, "1 / deviation")}}));
    if (has_bias) gradients.push_back(gradient_of(4, "j", "∂bias[j] = Σ ∂norm[l,j]", {.factors = {{output_gradient, "blj"}}}));
    return gradients;
}

/// The deviation does not depend on the mean: Σ (x − mean) is 0.
std::vector<OperandGradient> deviation_gradients(Size width, const LayerNormOptions& options) {
    const bool torch = options.kind == LayerNormKind::torch;
    FactorRule slope{.operand = output_value,
                     .cell = "bl",
                     .function =
                         [=](const Index&, double deviation) {
                             return static_cast<double>(slope_of_deviation(static_cast<Scalar>(deviation), width, options));
                         },
                     .label = torch ? "1 / (D · deviation)" : "1 / ((D − 1) · (deviation − ε))"};
    return {gradient_of(0, "blj",
                        std::string("∂x[l,j] = ∂deviation[l] · (x[l,j] − mean[l]) / ") +
                            (torch ? "(D · deviation[l])" : "((D − 1) · (deviation[l] − ε))"),
                        {.factors = {{output_gradient, "bl"}, centred(), slope}})};
}

}  // namespace

Dependence layer_norm_deviation_dependence(Size width, const LayerNormOptions& options) {
    const bool torch = options.kind == LayerNormKind::torch;
    const auto sum_of_squares = [](const TermValues& found) {
        double sum = 0;
        for (const double x : found.terms[0]) sum += (x - found[1]) * (x - found[1]);
        return sum;
    };
    const auto deviation = [=](const TermValues& found) {
        return static_cast<double>(deviation_of(static_cast<Scalar>(sum_of_squares(found)), width, options));
    };
    const auto intermediate_values = [=](const TermValues& found) {
        const double sum = sum_of_squares(found);
        return std::vector<IntermediateValue>{
            {"Σ (x − mean)²", sum},
            {torch ? "÷ D: variance" : "÷ (D − 1): variance", sum / static_cast<double>(torch ? width : width - 1)},
            {torch ? "ε, under the root" : "ε, added to the root", static_cast<double>(options.epsilon)}};
    };
    return {.kind = DependenceKind::norm,
            .output = "bl",
            .formula =
                torch ? "deviation[l] = √(Σ (x[l,j] − mean[l])² / D + ε)" : "deviation[l] = √(Σ (x[l,j] − mean[l])² / (D − 1)) + ε",
            .terms = {{.label = "", .factors = {{0, "blj"}}}, {.label = "mean", .factors = {{1, "bl"}}}},
            .result = deviation,
            .intermediate_values = intermediate_values,
            .gradients = deviation_gradients(width, options)};
}

Dependence layer_norm_dependence(const LayerNormOptions& options, bool has_bias) {
    const double added = static_cast<double>(options.gain_offset());
    const bool has_gain = options.has_gain;
    const std::string gain = has_gain ? gain_text(options, "[j]") + " · " : "";
    const auto result = [=](const TermValues& found) {
        const double normalized = (found[0] - found[1]) / found[2];
        return (has_gain ? (added + found[3]) * normalized : normalized) + (has_bias ? found[4] : 0);
    };
    const auto intermediate_values = [=](const TermValues& found) {
        const double centred = found[0] - found[1];
        std::vector<IntermediateValue> values{{"x − mean", centred}, {"÷ deviation", centred / found[2]}};
        if (has_gain) values.push_back({"· " + gain_text(options), (added + found[3]) * centred / found[2]});
        return values;
    };
    Dependence norm{.kind = DependenceKind::norm,
                    .output = "blj",
                    .formula = "norm[l,j] = " + gain + "(x[l,j] − mean[l]) / deviation[l]",
                    .terms = {{.label = "x", .factors = {{0, "blj"}}},
                              {.label = "mean", .factors = {{1, "bl"}}},
                              {.label = "deviation", .factors = {{2, "bl"}}}},
                    .result = result,
                    .intermediate_values = intermediate_values,
                    .gradients = norm_gradients(options, has_bias)};
    if (has_gain) norm.terms.push_back({.label = "gain", .factors = {{3, "j"}}});
    if (has_bias) {
        norm.formula += " + bias[j]";
        norm.terms.push_back({.label = "bias", .factors = {{4, "j"}}});
    }
    return norm;
}

}  // namespace vitrine
