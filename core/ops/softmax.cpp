#include "core/ops/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "core/ops/exponential.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

namespace {

using namespace product_parts;

/// Calls combine(cells of x, cells of the mask) for each head.
template <class Combine>
void combine_heads(const Tensor& x, const MaskTensor& mask, Tensor& output, Combine&& combine) {
    const Size sentences = x.size(0), heads = x.size(1), cells = x.size(2) * x.size(3);
    using Cells = Eigen::Array<Scalar, 1, Eigen::Dynamic>;
    parallel_for(sentences * heads, x.count(), [&](Size i) {
        const Eigen::Map<const Eigen::Array<std::uint8_t, 1, Eigen::Dynamic>> allowed(mask.data() + i / heads * cells, cells);
        const Eigen::Map<const Cells> in(x.data() + i * cells, cells);
        Eigen::Map<Cells> out(output.data() + i * cells, cells);
        combine(in, allowed, out);
    });
}

/// x where the mask is 1, `hidden` where it is 0.
void select(const Tensor& x, const MaskTensor& mask, Scalar hidden, Tensor& output) {
    combine_heads(x, mask, output,
                  [hidden](const auto& in, const auto& allowed, auto& out) { out = (allowed != 0).select(in, hidden); });
}

/// x · mask, cell by cell.
void multiply_cells(const Tensor& x, const MaskTensor& mask, Tensor& output) {
    combine_heads(x, mask, output,
                  [](const auto& in, const auto& allowed, auto& out) { out = in * allowed.template cast<Scalar>(); });
}

}  // namespace

void mask_forward(const Tensor& scores, const MaskTensor& mask, Scalar mask_value, Tensor& output) {
    select(scores, mask, mask_value, output);
}

bool hides_nothing(const MaskTensor& mask) { return !std::memchr(mask.data(), 0, static_cast<std::size_t>(mask.count())); }

void mask_backward(const MaskTensor& mask, const Tensor& d_output, Tensor& d_scores) {
    // output = scores where mask is 1, else mask_value
    select(d_output, mask, Scalar(0), d_scores);
}

void multiply_mask_forward(const Tensor& weights, const MaskTensor& mask, Tensor& output) { multiply_cells(weights, mask, output); }

void multiply_mask_backward(const MaskTensor& mask, const Tensor& d_output, Tensor& d_weights) {
    // output = weights ⊙ mask
    multiply_cells(d_output, mask, d_weights);
}

namespace {

/// Computes exp for a whole block at once, so that several short rows share a vector register.
void exponentiate(MatrixView block) {
    for (Size i = 0; i < block.size(); i += lanes) {
        const Size count = block.size() - i;
        store(block.data() + i, exponential(load(block.data() + i, count)), count);
    }
}

/// The sum of a row: vectors are added first, then the lanes of their sum.
Scalar sum_of(const Scalar* row, Size width) {
    Vector sum{};
    for (Size i = 0; i < width; i += lanes) sum += load(row + i, width - i);
    return total(sum);
}

void softmax_rows(const ConstMatrixView& x, MatrixView output) {
    constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();
    for (Size i = 0; i < x.rows(); ++i) {
        const Scalar maximum = x.row(i).maxCoeff<Eigen::PropagateNaN>();
        if (maximum == -infinity) {
            output.row(i).setConstant(-infinity);
        } else {
            output.row(i).array() = x.row(i).array() - maximum;
        }
    }
    exponentiate(output);
    for (Size i = 0; i < x.rows(); ++i) {
        const Scalar sum = sum_of(output.row(i).data(), output.cols());
        if (sum != 0) output.row(i) *= 1 / sum;  // the sum is 0 if no key is allowed
    }
}

}  // namespace

void softmax_forward(const Tensor& x, Tensor& output) {
    const auto in = rows(x);
    const Size width = in.cols();
    // As many rows as stay in the first-level cache between passes.
    constexpr Size in_cache = 4096;
    const Size at_once = std::max<Size>(1, in_cache / width);
    for_row_blocks(in.rows(), 8 * width, [&](Size first, Size count) {
        for (Size i = first; i < first + count; i += at_once) {
            const Size height = std::min(at_once, first + count - i);
            softmax_rows(ConstMatrixView(in.data() + i * width, height, width),
                         MatrixView(output.data() + i * width, height, width));
        }
    });
}

void softmax_backward(const Tensor& output, const Tensor& d_output, Tensor& d_x) {
    const auto out = rows(output), d_out = rows(d_output);
    auto d_in = rows(d_x);
    for_row_blocks(out.rows(), 3 * out.cols(), [&](Size first, Size count) {
        // output[i] = exp(x[i]) / Σ exp(x[j]), so ∂output[i]/∂x[j] = output[i] · ((i == j) − output[j])
        for (Size i = first; i < first + count; ++i) {
            const Scalar mean = out.row(i).dot(d_out.row(i));
            d_in.row(i).array() = out.row(i).array() * (d_out.row(i).array() - mean);
        }
    });
}

Dependence mask_dependence(double mask_value) {
    return {.kind = DependenceKind::select,
            .output = "bhqk",
            .formula = fmt::format("masked[q,k] = scores[q,k] where mask = 1, else {}",
                                   std::isinf(mask_value) ? "−∞" : fmt::format("{:g}", mask_value)),
            .terms = {{.label = "mask", .factors = {{0, "b0qk"}}},
                      {.label = "score", .factors = {{1, "bhqk"}}},
                      {.label = "mask value", .constant = [mask_value](const Index&, double) { return Constant{mask_value}; }}},
            .result = [](const TermValues& found) { return found[0] != 0 ? found[1] : found[2]; },
            .gradients = {{.operand = 1,
                           .output = "bhqk",
                           .formula = "∂scores[q,k] = ∂masked[q,k] · mask[q,k]",
                           .terms = {{.factors = {{output_gradient, "bhqk"}, {0, "b0qk"}}}}}}};
}

Dependence multiply_mask_dependence() {
    return {.kind = DependenceKind::sum,
            .output = "bhqk",
            .formula = "weights[q,k] = unmasked[q,k] · mask[q,k]",
            .terms = {{.label = "weight · mask", .factors = {{0, "bhqk"}, {1, "b0qk"}}}}};
}

namespace {

/// The row's maximum and the sum of exp(x − maximum); the sum is 0 if no key is allowed.
struct RowSum {
    double maximum, sum = 0;

    explicit RowSum(const std::vector<double>& row) : maximum(*std::max_element(row.begin(), row.end())) {
        if (maximum == -std::numeric_limits<double>::infinity()) return;
        for (const double x : row) sum += std::exp(x - maximum);
    }
};

/// output[j] depends on every x[k] of its row: ∂output[j]/∂x[k] = output[j] · (1 if j = k, else 0) − output[j] · output[k].
OperandGradient softmax_gradient(const std::string& cell, const SoftmaxSymbols& symbols) {
    const std::string &x = symbols.x, &y = symbols.output;
    const std::string other = cell.substr(0, cell.size() - 1) + 'j';
    const auto negative = [](const Index&, double) { return Constant{-1}; };
    return {.operand = 0,
            .output = cell,
            .formula = "∂" + x + "[k] = " + y + "[k] · ∂" + y + "[k] − " + y + "[k] · Σ " + y + "[j] · ∂" + y + "[j]",
            .terms = {{.label = "its own", .factors = {{output_gradient, cell}, {output_value, cell}}},
                      {.factors = {{output_gradient, other}, {output_value, other}, {output_value, cell}}, .constant = negative}}};
}

}  // namespace

Dependence softmax_dependence(const std::string& cell, std::string formula, const SoftmaxSymbols& symbols) {
    const std::size_t last = cell.size() - 1;
    const auto own = [last](const TermValues& found) { return found.terms[0][static_cast<std::size_t>(found.cell[last])]; };
    const auto share = [own](const TermValues& found) {
        const RowSum row(found.terms[0]);
        return row.sum == 0 ? 0 : std::exp(own(found) - row.maximum) / row.sum;
    };
    const auto intermediate_values = [own](const TermValues& found) {
        const RowSum row(found.terms[0]);
        return std::vector<IntermediateValue>{{"maximum, subtracted", row.maximum},
                                              {"exp(its own − maximum)", row.sum == 0 ? 0 : std::exp(own(found) - row.maximum)},
                                              {"÷ sum of exponentials", row.sum}};
    };
    return {.kind = DependenceKind::softmax,
            .output = cell,
            .formula = std::move(formula),
            .terms = {{.label = "", .factors = {{0, cell.substr(0, last) + 'j'}}}},
            .result = share,
            .intermediate_values = intermediate_values,
            .gradients = {softmax_gradient(cell, symbols)}};
}

}  // namespace vitrine
