#pragma once
/// Masking and softmax: "Mask (opt.)" and "SoftMax" of the paper's figure 2.

#include "core/ops/dependence.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// output = scores where the mask is 1, mask_value where it is 0. scores, output: [B, H, q, k]; mask: [B, 1, q, k], for all heads.
void mask_forward(const Tensor& scores, const MaskTensor& mask, Scalar mask_value, Tensor& output);

/// Sets d_scores: nothing flows back to a score that was hidden.
void mask_backward(const MaskTensor& mask, const Tensor& d_output, Tensor& d_scores);

/// output = weights ⊙ mask: not a share of the whole any more, since nothing makes up for what is hidden. weights, output:
/// [B, H, q, k]; mask: [B, 1, q, k], for all heads.
void multiply_mask_forward(const Tensor& weights, const MaskTensor& mask, Tensor& output);

/// Sets d_weights.
void multiply_mask_backward(const MaskTensor& mask, const Tensor& d_output, Tensor& d_weights);

/// output = softmax(x) over the last axis, the row's maximum subtracted first. A row of nothing but −∞ gives zeros, never NaN; a
/// row that holds NaN or +∞ gives NaN, as PyTorch has it; what underflows (a finite mask value) is exactly 0.
void softmax_forward(const Tensor& x, Tensor& output);

/// Sets d_x from the output of the forward pass.
void softmax_backward(const Tensor& output, const Tensor& d_output, Tensor& d_x);

/// Operands: mask, scores. The mask's cell decides between the score's and mask_value.
Dependence mask_dependence(double mask_value);

/// Operands: weights, mask.
Dependence multiply_mask_dependence();

/// A whole row decides each of its cells. `cell` is x's and the output's, the row last: "bhqk". Operands: x.
Dependence softmax_dependence(const std::string& cell, std::string formula);

}  // namespace vitrine
