#include "core/ops/cross_entropy.h"

#include <cmath>

#include "core/tensor/eigen.h"

namespace vitrine {

void argmax_forward(const Tensor& logits, IndexTensor& predictions) {
    const auto in = rows(logits);
    for (Size i = 0; i < in.rows(); ++i) {
        Size best = 0;
        in.row(i).maxCoeff<Eigen::PropagateNaN>(&best);
        predictions.data()[i] = static_cast<std::int32_t>(best);
    }
}

void cross_entropy_forward(const Tensor& logits, const IndexTensor& labels, std::int32_t pad, CrossEntropyActivations a) {
    const auto in = rows(logits);
    Scalar sum = 0;
    Size counted = 0;
    for (Size i = 0; i < in.rows(); ++i) {
        const std::int32_t label = labels.data()[i];
        Scalar& token_loss = a.token_loss.data()[i];
        token_loss = 0;
        if (label == pad) continue;
        const Scalar maximum = in.row(i).maxCoeff();
        token_loss = std::log((in.row(i).array() - maximum).exp().sum()) + maximum - in(i, label);
        sum += token_loss;
        ++counted;
    }
    a.loss.data()[0] = sum / Scalar(counted);
}

}  // namespace vitrine
