#include "core/ops/gate.h"

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

void gate_forward(const Tensor& gate, const Tensor& x, Tensor& gated) {
    for_row_blocks(rows(x).rows(), rows(x).cols(), [&](Size first, Size count) {
        rows(gated).middleRows(first, count) = rows(gate).middleRows(first, count).cwiseProduct(rows(x).middleRows(first, count));
    });
}

void gate_backward(const Tensor& gate, const Tensor& x, const Tensor& d_gated, GateGradients d) {
    // gated = gate ⊙ x
    for_row_blocks(rows(x).rows(), 2 * rows(x).cols(), [&](Size first, Size count) {
        const auto d_output = rows(d_gated).middleRows(first, count);
        rows(d.gate).middleRows(first, count) = d_output.cwiseProduct(rows(x).middleRows(first, count));
        rows(d.x).middleRows(first, count) = d_output.cwiseProduct(rows(gate).middleRows(first, count));
    });
}

Dependence gate_dependence() {
    return {.kind = DependenceKind::sum,
            .output = "blf",
            .formula = "gated[l,f] = activation(gate[l,f]) · linear1[l,f]",
            .terms = {{.label = "activation(gate) · linear1", .factors = {{0, "blf"}, {1, "blf"}}}}};
}

}  // namespace vitrine
