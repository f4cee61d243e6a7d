#pragma once
/// Masking and softmax: "Mask (opt.)" and "SoftMax" of the paper's figure 2.

#include "core/ops/dependence.h"

namespace vitrine {

/// output = scores where the mask is 1, mask_value where it is 0. scores, output: [B, H, q, k]; mask: [B, 1, q, k], for all heads.
void mask_forward(const Tensor& scores, const MaskTensor& mask, Scalar mask_value, Tensor& output);

/// Whether the mask allows every cell, so that mask_forward would copy the scores.
bool hides_nothing(const MaskTensor& mask);

/// Sets d_scores: 0 for hidden scores, d_output for the others.
void mask_backward(const MaskTensor& mask, const Tensor& d_output, Tensor& d_scores);

/// output = weights ⊙ mask. Rows no longer sum to 1, since nothing renormalises them. weights, output: [B, H, q, k]; mask: [B, 1,
/// q, k], for all heads.
void multiply_mask_forward(const Tensor& weights, const MaskTensor& mask, Tensor& output);

/// Sets d_weights = d_output ⊙ mask.
void multiply_mask_backward(const MaskTensor& mask, const Tensor& d_output, Tensor& d_weights);

/// output = softmax(x) over the last axis, after subtracting the row's maximum. A row that is −∞ everywhere gives zeros, never NaN.
/// A row with NaN or +∞ gives NaN, as in PyTorch. Underflowing weights (for a finite mask value) are exactly 0.
void softmax_forward(const Tensor& x, Tensor& output);

/// Sets d_x from the output of the forward pass.
void softmax_backward(const Tensor& output, const Tensor& d_output, Tensor& d_x);

/// Operands: mask, scores. The mask's cell selects the score or mask_value.
Dependence mask_dependence(double mask_value);

/// Operands: weights, mask.
Dependence multiply_mask_dependence();

/// What the formula of a gradient calls the two tensors of a softmax.
struct SoftmaxSymbols {
    std::string x, output;
};

/// Each cell depends on its whole row of x. `cell`: the index letters of x and output, the softmax axis last: "bhqk". Operands: x.
Dependence softmax_dependence(const std::string& cell, std::string formula, const SoftmaxSymbols& symbols);

}  // namespace vitrine
