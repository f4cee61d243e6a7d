#include "core/ops/residual.h"

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

void residual_forward(const Tensor& x, const Addends& addends, Tensor& output) {
    for_row_blocks(rows(x).rows(), rows(x).cols(), [&](Size first, Size count) {
        auto out = rows(output).middleRows(first, count);
        out = rows(x).middleRows(first, count) + rows(*addends.tensors[0]).middleRows(first, count);
        for (const Tensor* further : addends.all().subspan(1)) out += rows(*further).middleRows(first, count);
    });
}

void sum_forward(const Addends& addends, Tensor& output) {
    rows(output) = rows(*addends.tensors[0]);
    for (const Tensor* further : addends.all().subspan(1)) rows(output) += rows(*further);
}

void residual_backward(const Tensor& d_output, Tensor& d_x, Tensor& d_sublayer) {
    // output = x + sublayer
    for_row_blocks(rows(d_output).rows(), rows(d_output).cols(), [&](Size first, Size count) {
        rows(d_x).middleRows(first, count) = rows(d_output).middleRows(first, count);
        rows(d_sublayer).middleRows(first, count) = rows(d_output).middleRows(first, count);
    });
}

namespace {

Dependence sum_of(const std::vector<std::string>& names) {
    Dependence sum{.kind = DependenceKind::sum, .output = "blj", .formula = "residual[l,j] ="};
    for (std::size_t i = 0; i < names.size(); ++i) {
        sum.formula += (i == 0 ? " " : " + ") + names[i] + "[l,j]";
        sum.terms.push_back({.label = names[i], .factors = {{static_cast<int>(i), "blj"}}});
    }
    return sum;
}

}  // namespace

Dependence residual_dependence(const std::vector<std::string>& added) {
    std::vector<std::string> names{"x"};
    names.insert(names.end(), added.begin(), added.end());
    return sum_of(names);
}

Dependence sum_dependence(const std::vector<std::string>& added) {
    if (added.size() > 1) return sum_of(added);
    return copy_dependence("blj", "residual[l,j] = " + added.front() + "[l,j]", added.front());
}

}  // namespace vitrine
