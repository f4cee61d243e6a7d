#pragma once
/// Layer normalisation over the last axis: "Add & Norm" of section 3.1; Ba et al. 2016, equation 4.

#include "core/ops/dependence.h"
#include "core/tensor/fields.h"
#include "core/tensor/write.h"

namespace vitrine {

struct LayerNormParameters {
    Tensor weight{Axis::feature},
        bias{Axis::feature};  // the gain is called weight, as in PyTorch's state_dict; an empty bias: none

    static constexpr auto fields() {
        return std::tuple{Field{"weight", &LayerNormParameters::weight}, Field{"bias", &LayerNormParameters::bias}};
    }
};

struct LayerNormActivations {
    Tensor mean{Axis::batch, Axis::position};
    Tensor deviation{Axis::batch, Axis::position};  // what x − mean is divided by
    Tensor output{Axis::batch, Axis::position, Axis::feature};

    static constexpr auto fields() {
        return std::tuple{Field{"mean", &LayerNormActivations::mean}, Field{"deviation", &LayerNormActivations::deviation},
                          Field{"", &LayerNormActivations::output}};
    }
};

enum class LayerNormKind {
    torch,      ///< deviation = √(variance over D + epsilon)
    annotated,  ///< deviation = √(variance over D − 1) + epsilon, as The Annotated Transformer has it
};

struct LayerNormOptions {
    LayerNormKind kind = LayerNormKind::torch;
    Scalar epsilon = Scalar(1e-5);
};

/// output = weight ⊙ (x − mean) / deviation + bias, row by row. x: [B, L, D]. A row of equal values gives bias, never NaN, as long
/// as epsilon > 0.
void layer_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                        LayerNormActivations& a);

/// The first half of that by itself: the mean and the deviation of each row of x, [B, L].
void row_statistics_forward(const Tensor& x, const LayerNormOptions& options, Tensor& mean, Tensor& deviation);

/// Rows and what they are normalised with: their own statistics, unless somebody wants to see what others do.
struct RowsToNormalise {
    const Tensor& x;
    const Tensor& mean;
    const Tensor& deviation;
};

/// The second half by itself.
void normalise_forward(const RowsToNormalise& rows, const LayerNormParameters& parameters, Tensor& output);

/// What the forward pass read and found.
struct LayerNormPass {
    const Tensor& x;
    const LayerNormParameters& parameters;
    LayerNormOptions options;
    const LayerNormActivations& activations;
};

/// Where the gradients go that do not stand beside the activations.
struct LayerNormGradients {
    Tensor& x;
    LayerNormParameters& parameters;  // set
    Write x_write = Write::set;       // add: x has other readers
};

/// Given d.output, sets the gradients of mean and deviation, and those of x and the parameters. All have their sizes.
void layer_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to);

/// Operands of the mean: x; of the deviation: x, mean; of the output: x, mean, deviation, weight and, where there is one, bias.
Dependence layer_norm_mean_dependence(Size width);
Dependence layer_norm_deviation_dependence(Size width, const LayerNormOptions& options);
Dependence layer_norm_dependence(bool has_bias);

}  // namespace vitrine
