#include "core/ops/softmax.h"

#include <cmath>
#include <limits>

#include "core/tensor/eigen.h"
#include "core/tensor/parallel.h"

namespace vitrine {

void mask_forward(const Tensor& scores, const MaskTensor& mask, Scalar mask_value, Tensor& output) {
    const Size sentences = scores.size(0), heads = scores.size(1), cells = scores.size(2) * scores.size(3);
    using Cells = Eigen::Array<Scalar, 1, Eigen::Dynamic>;
    parallel_for(sentences * heads, scores.count(), [&](Size i) {
        const Eigen::Map<const Eigen::Array<std::uint8_t, 1, Eigen::Dynamic>> allowed(mask.data() + i / heads * cells, cells);
        const Eigen::Map<const Cells> in(scores.data() + i * cells, cells);
        Eigen::Map<Cells>(output.data() + i * cells, cells) = (allowed != 0).select(in, mask_value);
    });
}

namespace {

/// exp of a whole block at once, so that short rows share vector registers. e^x below the smallest normal number is 0.
template <class Block>
void exponentiate(Block block) {
    const Scalar underflow = std::log(std::numeric_limits<Scalar>::min());
    block = (block < underflow).select(Scalar(0), (block == block).select(block.exp(), block));
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
    exponentiate(output.array());
    for (Size i = 0; i < x.rows(); ++i) {
        const Scalar sum = output.row(i).sum();
        if (sum != 0) output.row(i) /= sum;  // a sum of 0: no key was allowed
    }
}

}  // namespace

void softmax_forward(const Tensor& x, Tensor& output) {
    const auto in = rows(x);
    auto out = rows(output);
    constexpr Size block = 64;
    parallel_for((in.rows() + block - 1) / block, 8 * x.count(), [&](Size i) {
        const Size first = i * block, count = std::min(block, in.rows() - first), width = in.cols();
        softmax_rows(ConstMatrixView(in.data() + first * width, count, width),
                     MatrixView(out.data() + first * width, count, width));
    });
}

}  // namespace vitrine
