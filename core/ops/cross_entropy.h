#pragma once
/// What the model predicts and how wrong it is: section 3.4's softmax read as a choice, and the loss of section 5.

#include "core/tensor/tensor.h"

namespace vitrine {

/// predictions[b, l] = the token with the largest logit, the first of equals; NaN counts as largest, as in PyTorch.
/// logits: [B, T, V]; predictions: [B, T].
void argmax_forward(const Tensor& logits, IndexTensor& predictions);

struct CrossEntropyActivations {
    Tensor& token_loss;  // [B, T]
    Tensor& loss;        // [1]
};

/// token_loss = −log softmax(logits)[label], 0 where the label is pad; loss = their mean over labels that are not pad (NaN where
/// all are, as in PyTorch). logits: [B, T, V]; labels: [B, T].
void cross_entropy_forward(const Tensor& logits, const IndexTensor& labels, std::int32_t pad, CrossEntropyActivations a);

}  // namespace vitrine
