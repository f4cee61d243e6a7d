#include "core/ops/activation.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

namespace {

/// Φ(x), the cumulative distribution of the standard normal.
Scalar normal_below(Scalar x) { return Scalar(0.5) * (1 + std::erf(x / std::numbers::sqrt2_v<Scalar>)); }

/// Φ'(x), its density.
Scalar normal_density(Scalar x) {
    return std::exp(x * x / -2) * std::numbers::inv_sqrtpi_v<Scalar> / std::numbers::sqrt2_v<Scalar>;
}

/// √(2/π) · (x + 0.044715 · x³), the argument of tanh in GELU's approximation. `X`: a number or an array of numbers.
template <class X>
auto tanh_argument(const X& x) {
    const auto root = static_cast<Scalar>(std::sqrt(2 / std::numbers::pi)), cubic = Scalar(0.044715);
    return x * root * (1 + cubic * x * x);
}

/// The derivative of x · (1 + tanh(…)) / 2.
Scalar gelu_tanh_slope(Scalar x) {
    const auto root = static_cast<Scalar>(std::sqrt(2 / std::numbers::pi)), cubic = Scalar(0.044715);
    const Scalar t = std::tanh(tanh_argument(x));
    return (1 + t) / 2 + x * (1 - t * t) * root * (1 + 3 * cubic * x * x) / 2;
}

/// The cost of one cell in multiplications.
Size work_of(ActivationKind kind) { return kind == ActivationKind::relu ? 1 : 8; }

}  // namespace

void activation_forward(const Tensor& x, ActivationKind kind, Tensor& output) {
    const auto matrix = rows(x);
    for_row_blocks(matrix.rows(), matrix.cols() * work_of(kind), [&](Size first, Size count) {
        const auto in = matrix.middleRows(first, count).array();
        auto out = rows(output).middleRows(first, count).array();
        switch (kind) {
            case ActivationKind::relu:
                out = (in < Scalar(0)).select(Scalar(0), in);  // written so that NaN stays NaN
                break;
            case ActivationKind::gelu:
                out = in.unaryExpr([](Scalar v) { return v * normal_below(v); });
                break;
            case ActivationKind::gelu_tanh:
                out = in * Scalar(0.5) * (1 + tanh_argument(in).tanh());
                break;
            case ActivationKind::silu:
                out = in / (1 + (-in).exp());
                break;
            case ActivationKind::tanh:
                out = in.tanh();
                break;
        }
    });
}

void activation_backward(const Tensor& x, ActivationKind kind, const Tensor& d_output, Tensor& d_x) {
    const auto matrix = rows(x);
    for_row_blocks(matrix.rows(), matrix.cols() * work_of(kind), [&](Size first, Size count) {
        const auto in = matrix.middleRows(first, count).array();
        const auto d_out = rows(d_output).middleRows(first, count).array();
        auto d_in = rows(d_x).middleRows(first, count).array();
        switch (kind) {
            case ActivationKind::relu:  // output = max(0, x)
                d_in = (in <= Scalar(0)).select(Scalar(0), d_out);
                break;
            case ActivationKind::gelu:  // output = x · Φ(x)
                d_in = d_out * in.unaryExpr([](Scalar v) { return normal_below(v) + v * normal_density(v); });
                break;
            case ActivationKind::gelu_tanh:  // output = x · (1 + tanh(…)) / 2
                d_in = d_out * in.unaryExpr([](Scalar v) { return gelu_tanh_slope(v); });
                break;
            case ActivationKind::silu:  // output = x · σ(x), σ(x) = 1 / (1 + e^−x)
                d_in = d_out * in.unaryExpr([](Scalar v) {
                    const Scalar sigmoid = 1 / (1 + std::exp(-v));
                    return sigmoid * (1 + v * (1 - sigmoid));
                });
                break;
            case ActivationKind::tanh:
                d_in = d_out * (1 - in.tanh().square());
                break;
        }
    });
}

namespace {

/// The slope of the activation at x.
double slope(ActivationKind kind, double x) {
    switch (kind) {
        case ActivationKind::gelu:
            return static_cast<double>(normal_below(static_cast<Scalar>(x))) +
                   x * static_cast<double>(normal_density(static_cast<Scalar>(x)));
        case ActivationKind::gelu_tanh:
            return static_cast<double>(gelu_tanh_slope(static_cast<Scalar>(x)));
        case ActivationKind::silu: {
            const double sigmoid = 1 / (1 + std::exp(-x));
            return sigmoid * (1 + x * (1 - sigmoid));
        }
        case ActivationKind::tanh:
            return 1 - std::tanh(x) * std::tanh(x);
        default:
            return x > 0 ? 1 : 0;
    }
}

const char* slope_name(ActivationKind kind) {
    switch (kind) {
        case ActivationKind::relu:
            return "ReLU′(x)";
        case ActivationKind::silu:
            return "SiLU′(x)";
        case ActivationKind::tanh:
            return "tanh′(x)";
        default:
            return "GELU′(x)";
    }
}

/// `at`: the cell in formulas, "[l,f]".
OperandGradient activation_gradient(ActivationKind kind, const std::string& cell, const std::string& at) {
    const FactorRule of_x{.operand = 0,
                          .cell = cell,
                          .function = [kind](const Index&, double x) { return slope(kind, x); },
                          .label = slope_name(kind)};
    return {.operand = 0,
            .output = cell,
            .formula = "∂x" + at + " = ∂activation" + at + " · " + slope_name(kind),
            .terms = {{.factors = {{output_gradient, cell}, of_x}}}};
}

}  // namespace

Dependence activation_dependence(ActivationKind kind, const std::string& cell) {
    const std::string at = cell == "blf" ? "[l,f]" : "[f]", output = "activation" + at + " = ", of_x = "x" + at;
    Dependence activation{.kind = DependenceKind::sum,
                          .output = cell,
                          .terms = {{.label = "x", .factors = {{0, cell}}}},
                          .gradients = {activation_gradient(kind, cell, at)}};
    switch (kind) {
        case ActivationKind::gelu:
            // x · Φ(x) = (x + x · erf(x / √2)) / 2, the sum that the forward pass computes
            activation.formula = fmt::format("{0}{1} · Φ({1}) = ({1} + {1} · erf({1} / √2)) / 2", output, of_x);
            activation.terms.push_back({.label = "x", .factors = {{0, cell}}, .constant = [](const Index&, double x) {
                                            return Constant{std::erf(x / std::numbers::sqrt2), "erf(x / √2)"};
                                        }});
            activation.scale = 0.5;
            break;
        case ActivationKind::gelu_tanh:
            // (x + x · tanh(…)) / 2, the sum that the forward pass computes
            activation.formula = fmt::format("{0}({1} + {1} · tanh(√(2/π) · ({1} + 0.044715 · {1}³))) / 2", output, of_x);
            activation.terms.push_back(
                {.label = "x", .factors = {{0, cell}}, .constant = [](const Index&, double x) {
                     return Constant{std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)), "tanh(…)"};
                 }});
            activation.scale = 0.5;
            break;
        case ActivationKind::silu:
            activation.formula = fmt::format("{0}{1} / (1 + exp(−{1}))", output, of_x);
            activation.terms[0].constant = [](const Index&, double x) { return Constant{1 / (1 + std::exp(-x)), "σ(x)"}; };
            break;
        case ActivationKind::tanh:
            activation.kind = DependenceKind::function;
            activation.formula = output + "tanh(" + of_x + ")";
            activation.result = [](const TermValues& found) { return std::tanh(found[0]); };
            break;
        default:
            activation.kind = DependenceKind::select;
            activation.formula = output + "max(0, " + of_x + ")";
            activation.result = [](const TermValues& found) { return found[0] < 0 ? 0 : found[0]; };
    }
    return activation;
}

}  // namespace vitrine
