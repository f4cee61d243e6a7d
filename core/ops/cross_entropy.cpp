#include "core/ops/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/eigen.h"
#include "core/tensor/row_blocks.h"

namespace vitrine {

void argmax_forward(const Tensor& logits, IndexTensor& predictions) {
    const auto in = rows(logits);
    for_row_blocks(in.rows(), in.cols(), [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) {
            // The maximum is found in vector registers, its place then by looking for it.
            const Scalar *begin = in.row(i).data(), *end = begin + in.cols();
            const Scalar maximum = in.row(i).maxCoeff<Eigen::PropagateNaN>();
            const auto is_best = [maximum](Scalar logit) { return logit == maximum || std::isnan(logit); };
            predictions.data()[i] = static_cast<std::int32_t>(std::find_if(begin, end, is_best) - begin);
        }
    });
}

namespace {

/// How many labels the mean is taken over.
Scalar counted_labels(const CrossEntropyTarget& target) {
    if (target.counted > 0) return Scalar(target.counted);
    const std::int32_t* labels = target.labels.data();
    return Scalar(target.labels.count() - std::count(labels, labels + target.labels.count(), target.pad));
}

/// −(1 − ε) · log p[label] − ε/V · Σ log p of one position, with log p[v] = logits[v] − log Σ exp(logits).
Scalar loss_of_token(const ConstRowView& logits, std::int32_t label, double smoothing) {
    const Scalar maximum = logits.maxCoeff();
    const Scalar log_sum = std::log((logits.array() - maximum).exp().sum()) + maximum;
    const Scalar loss = log_sum - logits(label);
    if (smoothing == 0) return loss;
    const auto epsilon = static_cast<Scalar>(smoothing);
    return (1 - epsilon) * loss + epsilon * (log_sum - logits.mean());
}

}  // namespace

void cross_entropy_forward(const Tensor& logits, const CrossEntropyTarget& target, Tensor& token_loss) {
    const Size vocabulary = logits.size(2);
    for_row_blocks(target.labels.count(), 8 * vocabulary, [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) {
            const std::int32_t label = target.labels.data()[i];
            const ConstRowView row_of_logits(logits.data() + i * vocabulary, vocabulary);
            token_loss.data()[i] = label == target.pad ? 0 : loss_of_token(row_of_logits, label, target.smoothing);
        }
    });
}

void mean_loss_forward(const Tensor& token_loss, const CrossEntropyTarget& target, Tensor& loss) {
    loss.data()[0] = row(token_loss).sum() / counted_labels(target);
}

void cross_entropy_backward(const Tensor& probabilities, const CrossEntropyTarget& target, Tensor& d_logits) {
    const auto p = rows(probabilities);
    auto d = rows(d_logits);
    const Scalar counted = counted_labels(target);
    const auto epsilon = static_cast<Scalar>(target.smoothing);
    for_row_blocks(p.rows(), p.cols(), [&](Size first, Size count) {
        for (Size i = first; i < first + count; ++i) {
            const std::int32_t label = target.labels.data()[i];
            if (label == target.pad) {
                d.row(i).setZero();
                continue;
            }
            // loss = Σ (−(1 − ε) · log p[label] − ε/V · Σ log p) / counted, and ∂ log p[w]/∂logits[v] = (v == w) − p[v]
            d.row(i).array() = (p.row(i).array() - epsilon / Scalar(p.cols())) / counted;
            d(i, label) -= (1 - epsilon) / counted;
        }
    });
}

}  // namespace vitrine
