#pragma once
/// Predictions (the most probable token after the softmax of section 3.4) and the cross-entropy loss (section 5.4 for label
/// smoothing).

#include "core/ops/dependence.h"

namespace vitrine {

/// predictions[b, l] = the token with the largest logit, the first of several equal ones. NaN counts as largest, as in PyTorch.
/// logits: [B, T, V]; predictions: [B, T].
void argmax_forward(const Tensor& logits, IndexTensor& predictions);

/// The target distribution of the loss.
struct CrossEntropyTarget {
    const IndexTensor& labels;  // [B, T]
    std::int32_t pad;           // label that does not count
    double smoothing = 0;       // ε (section 5.4), as in PyTorch: the target is 1 − ε on the label plus ε/V on every token
    Size counted = 0;           // divisor of the mean loss of a larger batch; 0: the labels that are not pad
};

/// token_loss = −(1 − ε) · log p[label] − ε/V · Σ log p with p = softmax(logits); 0 where the label is pad. logits: [B, T, V];
/// token_loss: [B, T]. Scores of classes, [B, V], are logits with one position for each sentence.
void cross_entropy_forward(const Tensor& logits, const CrossEntropyTarget& target, Tensor& token_loss);

/// loss = the mean of token_loss over the labels that are not pad; NaN if all are pad, as in PyTorch. loss: [1].
void mean_loss_forward(const Tensor& token_loss, const CrossEntropyTarget& target, Tensor& loss);

/// Sets d_logits = ∂loss/∂logits for the mean loss. probabilities: softmax(logits), [B, T, V].
void cross_entropy_backward(const Tensor& probabilities, const CrossEntropyTarget& target, Tensor& d_logits);

/// The index of the largest logit of a row. Operands: logits.
Dependence argmax_dependence();

/// The constants of CrossEntropyTarget.
struct CrossEntropyRule {
    std::int32_t pad;
    double smoothing = 0;
    Size counted = 0;
    bool of_sentences = false;  ///< the logits are scores of classes, [B, V]
};

/// Operands: labels, logits. The gradient of the logits, whose last axis has `words` entries, also reads their probabilities.
Dependence token_loss_dependence(const CrossEntropyRule& rule, Size words);

/// Operands: labels, token_loss.
Dependence loss_dependence(const CrossEntropyRule& rule);

}  // namespace vitrine
