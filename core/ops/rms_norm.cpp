#include "core/ops/rms_norm.h"

#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

namespace {

/// A number of rows.
struct SomeRows {
    Size first, count;
};

// The parts are not inlined, so that a row gets the same bits whether they are computed together or separately.

[[gnu::noinline]] void find_roots(const Tensor& x, Size width, SomeRows which, Scalar epsilon, Tensor& root_mean_square) {
    const auto in = rows(x, width);
    for (Size i = which.first; i < which.first + which.count; ++i)
        root_mean_square.data()[i] = std::sqrt(in.row(i).squaredNorm() / Scalar(width) + epsilon);
}

[[gnu::noinline]] void divide(const Tensor& x, const Tensor& root_mean_square, SomeRows which,
                              const LayerNormParameters& parameters, Scalar gain_offset, Tensor& output) {
    const Size width = parameters.weight.count();
    const auto in = rows(x, width);
    auto out = rows(output, width);
    for (Size i = which.first; i < which.first + which.count; ++i) {
        const Scalar scale = 1 / root_mean_square.data()[i];  // multiplication is much faster than division
        out.row(i) = (in.row(i).array() * scale * (row(parameters.weight).array() + gain_offset)).matrix();
    }
}

template <class Visit>
void for_all_rows(const Tensor& x, Size width, Visit&& visit) {
    for_row_blocks(x.count() / width, 3 * width, [&](Size first, Size count) { visit(SomeRows{first, count}); });
}

}  // namespace

void rms_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                      LayerNormActivations& a) {
    const Size width = parameters.weight.count();
    size_statistics(x, width, a.root_mean_square);
    a.output.resize_like(x);
    for_all_rows(x, width, [&](SomeRows which) {
        find_roots(x, width, which, options.epsilon, a.root_mean_square);
        divide(x, a.root_mean_square, which, parameters, options.gain_offset(), a.output);
    });
}

void root_mean_squares_forward(const Tensor& x, Size width, const LayerNormOptions& options, Tensor& root_mean_square) {
    size_statistics(x, width, root_mean_square);
    for_all_rows(x, width, [&](SomeRows which) { find_roots(x, width, which, options.epsilon, root_mean_square); });
}

void divide_rows_forward(const Tensor& x, const Tensor& root_mean_square, const LayerNormParameters& parameters,
                         const LayerNormOptions& options, Tensor& output) {
    output.resize_like(x);
    for_all_rows(x, parameters.weight.count(),
                 [&](SomeRows which) { divide(x, root_mean_square, which, parameters, options.gain_offset(), output); });
}

namespace {

/// The gradients of one row's root mean square and x.
void rms_row_backward(const LayerNormPass& pass, Size i, LayerNormActivations& d, LayerNormGradients& to) {
    const Scalar root = pass.activations.root_mean_square.data()[i];
    const Size width = pass.parameters.weight.count();
    const auto x = rows(pass.x, width).row(i).array();
    const auto d_divided =
        rows(d.output, width).row(i).array() * (row(pass.parameters.weight).array() + pass.options.gain_offset());

    // output = gain ⊙ x / root
    const Scalar d_root = -(d_divided * x).sum() / (root * root);
    d.root_mean_square.data()[i] = d_root;

    // root = √(Σ x² / width + epsilon)
    const Scalar slope = d_root / (root * Scalar(width)), scale = 1 / root;
    auto d_x = rows(to.x, width).row(i).array();
    if (to.x_write == Write::add) {
        d_x += d_divided * scale + slope * x;
    } else {
        d_x = d_divided * scale + slope * x;
    }
}

/// The gradient of the gain, summed over all rows, for `count` features starting at `first`.
void weight_backward(const LayerNormPass& pass, const LayerNormActivations& d, Size first, Size count, LayerNormGradients& to) {
    auto d_weight = row(to.parameters.weight).segment(first, count).array();
    d_weight.setZero();
    const auto x = rows(pass.x, pass.parameters.weight.count()), d_output = rows(d.output, pass.parameters.weight.count());
    for (Size i = 0; i < x.rows(); ++i) {
        // output = gain ⊙ x / root
        d_weight += d_output.row(i).segment(first, count).array() * x.row(i).segment(first, count).array() /
                    pass.activations.root_mean_square.data()[i];
    }
}

}  // namespace

void rms_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to) {
    const Size width = pass.parameters.weight.count(), count = pass.x.count() / width;
    for_row_blocks(count, 5 * width, [&](Size first, Size rows_in_block) {
        for (Size i = first; i < first + rows_in_block; ++i) rms_row_backward(pass, i, d, to);
    });
    for_row_blocks(width, 2 * count, [&](Size first, Size features) { weight_backward(pass, d, first, features, to); });
}

Dependence root_mean_square_dependence(Size width, const LayerNormOptions& options) {
    const double count = static_cast<double>(width), added = static_cast<double>(options.epsilon);
    const auto sum_of_squares = [](const TermValues& found) {
        double sum = 0;
        for (const double x : found.terms[0]) sum += x * x;
        return sum;
    };
    const auto intermediate_values = [=](const TermValues& found) {
        const double sum = sum_of_squares(found);
        return std::vector<IntermediateValue>{{"Σ x²", sum}, {"÷ D", sum / count}, {"ε, under the root", added}};
    };
    const FactorRule reciprocal{.operand = output_value,
                                .cell = "bl",
                                .function = [=](const Index&, double root) { return 1 / (count * root); },
                                .label = "1 / (D · rms)"};
    return {.kind = DependenceKind::norm,
            .output = "bl",
            .formula = "rms[l] = √(Σ x[l,j]² / D + ε)",
            .terms = {{.label = "", .factors = {{0, "blj"}}}},
            .result = [=](const TermValues& found) { return std::sqrt(sum_of_squares(found) / count + added); },
            .intermediate_values = intermediate_values,
            .gradients = {{.operand = 0,
                           .output = "blj",
                           .formula = "∂x[l,j] = ∂rms[l] · x[l,j] / (D · rms[l])",
                           .terms = {{.factors = {{output_gradient, "bl"}, {0, "blj"}, reciprocal}}}}}};
}

Dependence rms_norm_dependence(const LayerNormOptions& options) {
    const auto of_root = [](double (*function)(double), const char* label) {
        return FactorRule{
            .operand = 1, .cell = "bl", .function = [function](const Index&, double x) { return function(x); }, .label = label};
    };
    const FactorRule divided = of_root([](double x) { return 1 / x; }, "1 / rms");
    const FactorRule slope = of_root([](double x) { return -1 / (x * x); }, "−1 / rms²");
    const FactorRule d_output{output_gradient, "blj"}, x{0, "blj"}, gain = gain_factor(2, options);
    const std::string gain_in_formula = gain_text(options, "[j]");
    return {.kind = DependenceKind::norm,
            .output = "blj",
            .formula = "norm[l,j] = " + gain_in_formula + " · x[l,j] / rms[l]",
            .terms = {{.label = "x", .factors = {{0, "blj"}}},
                      {.label = "rms", .factors = {{1, "bl"}}},
                      {.label = "gain", .factors = {{2, "j"}}}},
            .result = [added = static_cast<double>(options.gain_offset())](
                          const TermValues& found) { return (added + found[2]) * found[0] / found[1]; },
            .intermediate_values =
                [](const TermValues& found) {
                    return std::vector<IntermediateValue>{{"x ÷ rms", found[0] / found[1]}};
                },
            .gradients = {{.operand = 0,
                           .output = "blj",
                           .formula = "∂x[l,j] = ∂norm[l,j] · " + gain_in_formula + " / rms[l]",
                           .terms = {{.factors = {d_output, gain, divided}}}},
                          {.operand = 1,
                           .output = "bl",
                           .formula = "∂rms[l] = −Σ ∂norm[l,j] · " + gain_in_formula + " · x[l,j] / rms[l]²",
                           .terms = {{.factors = {d_output, gain, x, slope}}}},
                          {.operand = 2,
                           .output = "j",
                           .formula = "∂gain[j] = Σ ∂norm[l,j] · x[l,j] / rms[l]",
                           .terms = {{.factors = {d_output, x, divided}}}}}};
}

}  // namespace vitrine
