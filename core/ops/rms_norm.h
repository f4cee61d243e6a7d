#pragma once
/// Root-mean-square normalisation over the last axis (Zhang and Sennrich 2019): LayerNorm without the mean.

#include "core/ops/layer_norm.h"

namespace vitrine {

/// output = weight ⊙ x / root_mean_square for each row of x, [B, L, D]. Fills a.root_mean_square and a.output.
void rms_norm_forward(const Tensor& x, const LayerNormParameters& parameters, Scalar epsilon, LayerNormActivations& a);

/// The first part: √(Σ x² / D + epsilon) of each row, [B, L].
void root_mean_squares_forward(const Tensor& x, Scalar epsilon, Tensor& root_mean_square);

/// The second part: output = weight ⊙ x / root_mean_square, which differs from the root mean square of the row only where it was
/// changed by hand.
void divide_rows_forward(const Tensor& x, const Tensor& root_mean_square, const LayerNormParameters& parameters, Tensor& output);

/// Given d.output, sets d.root_mean_square and the gradients in `to`. Requires: all of them have their sizes.
void rms_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to);

/// Operands of the root mean square: x. Operands of the output: x, root_mean_square, weight.
Dependence root_mean_square_dependence(Size width, Scalar epsilon);
Dependence rms_norm_dependence();

}  // namespace vitrine
