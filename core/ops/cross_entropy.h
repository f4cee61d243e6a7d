#pragma once
/// What the model predicts and how wrong it is: section 3.4's softmax read as a choice, and the loss of section 5.

#include "core/ops/dependence.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// predictions[b, l] = the token with the largest logit, the first of equals; NaN counts as largest, as in PyTorch.
/// logits: [B, T, V]; predictions: [B, T].
void argmax_forward(const Tensor& logits, IndexTensor& predictions);

/// What the logits are held against.
struct CrossEntropyTarget {
    const IndexTensor& labels;  // [B, T]
    std::int32_t pad;           // labels that do not count
    double smoothing = 0;       // ε: the target is 1 − ε on the label and ε/V on every word (section 5.4), as PyTorch has it
    Size counted = 0;           // what the mean is taken over, where these are a part of all labels; 0: those that are not pad
};

/// token_loss = −(1 − ε) · log p[label] − ε/V · Σ log p, p = softmax(logits), 0 where the label is pad. logits: [B, T, V];
/// token_loss: [B, T].
void cross_entropy_forward(const Tensor& logits, const CrossEntropyTarget& target, Tensor& token_loss);

/// loss = the mean of token_loss over labels that are not pad; NaN where all are, as in PyTorch. loss: [1].
void mean_loss_forward(const Tensor& token_loss, const CrossEntropyTarget& target, Tensor& loss);

/// Sets d_logits of the mean loss, given the probabilities that go with the logits; the loss is what everything is the derivative
/// of.
void cross_entropy_backward(const Tensor& probabilities, const CrossEntropyTarget& target, Tensor& d_logits);

/// The place of the row's largest logit. Operands: logits.
Dependence argmax_dependence();

/// How labels count: as in CrossEntropyTarget.
struct CrossEntropyRule {
    std::int32_t pad;
    double smoothing = 0;
    Size counted = 0;
};

/// Operands: labels, logits.
Dependence token_loss_dependence(const CrossEntropyRule& rule);

/// Operands: labels, token_loss.
Dependence loss_dependence(const CrossEntropyRule& rule);

}  // namespace vitrine
