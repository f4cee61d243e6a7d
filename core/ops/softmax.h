#pragma once
/// Masking and softmax: "Mask (opt.)" and "SoftMax" of the paper's figure 2.

#include "core/tensor/tensor.h"

namespace vitrine {

/// output = scores where the mask is 1, mask_value where it is 0. scores, output: [B, H, q, k]; mask: [B, 1, q, k], for all heads.
void mask_forward(const Tensor& scores, const MaskTensor& mask, Scalar mask_value, Tensor& output);

/// output = softmax(x) over the last axis, the row's maximum subtracted first. A row of nothing but −∞ gives zeros, never NaN; a
/// row that holds NaN or +∞ gives NaN, as PyTorch has it; what underflows (a finite mask value) is exactly 0.
void softmax_forward(const Tensor& x, Tensor& output);

}  // namespace vitrine
