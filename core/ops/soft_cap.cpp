#include "core/ops/soft_cap.h"

#include <cmath>

#include <fmt/format.h>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

void soft_cap_forward(const Tensor& x, double cap, Tensor& output) {
    const auto c = static_cast<Scalar>(cap);
    const Size width = row_width(x.layout());
    for_row_blocks(x.count() / width, 20 * width, [&](Size first, Size count) {
        rows(output).middleRows(first, count) = ((rows(x).middleRows(first, count).array() / c).tanh() * c).matrix();
    });
}

void soft_cap_backward(const Tensor& output, double cap, const Tensor& d_output, Tensor& d_x) {
    // output = cap · tanh(x / cap)
    const auto c = static_cast<Scalar>(cap);
    rows(d_x) = (rows(d_output).array() * (1 - (rows(output).array() / c).square())).matrix();
}

Dependence soft_cap_dependence(const std::string& cell, double cap, std::string formula) {
    const FactorRule slope{.operand = output_value,
                           .cell = cell,
                           .function = [cap](const Index&, double output) { return 1 - output * output / (cap * cap); },
                           .label = fmt::format("1 − (output / {:g})²", cap)};
    const auto result = [cap](const TermValues& found) { return cap * std::tanh(found[0] / cap); };
    const auto intermediate_values = [cap](const TermValues& found) {
        return std::vector<IntermediateValue>{{fmt::format("x / {:g}", cap), found[0] / cap}, {"tanh", std::tanh(found[0] / cap)}};
    };
    return {.kind = DependenceKind::function,
            .output = cell,
            .formula = std::move(formula),
            .terms = {{.label = "x", .factors = {{0, cell}}}},
            .result = result,
            .intermediate_values = intermediate_values,
            .gradients = {{.operand = 0,
                           .output = cell,
                           .formula = fmt::format("∂x = ∂output · (1 − (output / {:g})²)", cap),
                           .terms = {{.factors = {{output_gradient, cell}, slope}}}}}};
}

}  // namespace vitrine
