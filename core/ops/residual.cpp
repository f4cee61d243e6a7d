#include "core/ops/residual.h"

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

void residual_forward(const Tensor& x, const Tensor& sublayer, Tensor& output) {
    for_row_blocks(rows(x).rows(), rows(x).cols(), [&](Size first, Size count) {
        rows(output).middleRows(first, count) = rows(x).middleRows(first, count) + rows(sublayer).middleRows(first, count);
    });
}

void residual_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_sublayer) {
    // output = x + sublayer
    for_row_blocks(rows(d_output).rows(), rows(d_output).cols(), [&](Size first, Size count) {
        rows(d_x).middleRows(first, count) = rows(d_output).middleRows(first, count);
        rows(d_sublayer).middleRows(first, count) = rows(d_output).middleRows(first, count);
    });
}

Dependence residual_dependence(const std::string& added) {
    return {.kind = DependenceKind::sum,
            .output = "blj",
            .formula = "residual[l,j] = x[l,j] + " + added + "[l,j]",
            .terms = {{.label = "x", .factors = {{0, "blj"}}}, {.label = added, .factors = {{1, "blj"}}}}};
}

}  // namespace vitrine
