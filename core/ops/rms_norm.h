#pragma once
/// Root-mean-square normalisation (Zhang and Sennrich 2019): LayerNorm without the mean, of the same rows (core/ops/layer_norm.h).

#include "core/ops/layer_norm.h"

namespace vitrine {

/// output = gain ⊙ x / root_mean_square for each row of x. Fills a.root_mean_square and a.output.
void rms_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                      LayerNormActivations& a);

/// The first part: √(mean of x² + epsilon) of each row. `width`: the length of a row.
void root_mean_squares_forward(const Tensor& x, Size width, const LayerNormOptions& options, Tensor& root_mean_square);

/// The second part: output = gain ⊙ x / root_mean_square, which differs from the root mean square of the row only where it was
/// changed by hand.
void divide_rows_forward(const Tensor& x, const Tensor& root_mean_square, const LayerNormParameters& parameters,
                         const LayerNormOptions& options, Tensor& output);

/// Given d.output, sets d.root_mean_square and the gradients in `to`. Requires: all of them have their sizes.
void rms_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to);

/// Operands of the root mean square: x. Operands of the output: x, root_mean_square, weight.
Dependence root_mean_square_dependence(Size width, const LayerNormOptions& options);
Dependence rms_norm_dependence(const LayerNormOptions& options);

}  // namespace vitrine
