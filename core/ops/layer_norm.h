#pragma once
/// Layer normalisation: "Add & Norm" of section 3.1; Ba et al. 2016, equation 4.
///
/// The rows that are normalised are those of [B, L, D], of D features each. Queries and keys [B, H, L, d], whose heads lie together
/// in memory, are normalised head by head, in rows of d features, or all heads of a position at once, in rows of H·d features. The
/// number of gains is the length of a row.

#include "core/ops/dependence.h"
#include "core/tensor/fields.h"
#include "core/tensor/write.h"

namespace vitrine {

struct LayerNormParameters {
    // The gain is called weight, as in PyTorch's state_dict. An empty tensor means that there is none.
    Tensor weight{Axis::feature}, bias{Axis::feature};

    /// The length of the rows of x that are normalised: that of the gains or, without gains, the features of x.
    Size row_width(const Tensor& x) const { return weight.empty() ? x.size(x.layout().rank - 1) : weight.count(); }

    static constexpr auto fields() {
        return std::tuple{Field{"weight", &LayerNormParameters::weight}, Field{"bias", &LayerNormParameters::bias}};
    }
};

struct LayerNormActivations {
    Tensor mean{Axis::batch, Axis::position};
    Tensor deviation{Axis::batch, Axis::position};         // the divisor of x − mean
    Tensor root_mean_square{Axis::batch, Axis::position};  // of RMSNorm (core/ops/rms_norm.h), in place of mean and deviation
    Tensor output{Axis::batch, Axis::position, Axis::feature};
    bool present = true;  ///< false where the model has no such norm

    /// Those of queries or of keys. The statistics are [B, H, L], or [B, 1, L] of all heads at once.
    static LayerNormActivations of_heads(Axis position);

    static constexpr auto fields() {
        using A = LayerNormActivations;
        return std::tuple{Field{"mean", &A::mean}, Field{"deviation", &A::deviation},
                          Field{"root_mean_square", &A::root_mean_square}, Field{"", &A::output}};
    }
};

enum class LayerNormKind {
    torch,      ///< deviation = √(variance over D + epsilon)
    annotated,  ///< deviation = √(variance over D − 1) + epsilon, as in The Annotated Transformer
    rms,        ///< no mean, and the root mean square in place of the deviation: core/ops/rms_norm.h
};

/// "RMSNorm" or "LayerNorm".
constexpr const char* name(LayerNormKind kind) { return kind == LayerNormKind::rms ? "RMSNorm" : "LayerNorm"; }

struct LayerNormOptions {
    LayerNormKind kind = LayerNormKind::torch;
    Scalar epsilon = Scalar(1e-5);
    bool adds_one = false;  ///< the gain is 1 + weight, as in Gemma, so that a weight of 0 changes nothing
    bool has_gain = true;   ///< false: of a LayerNorm without gain and bias

    /// What is added to the weights.
    Scalar gain_offset() const { return adds_one ? Scalar(1) : Scalar(0); }
};

/// output = gain ⊙ (x − mean) / deviation + bias for each row; without them (x − mean) / deviation. If epsilon > 0, a row of equal
/// values gives bias, never NaN.
void layer_norm_forward(const Tensor& x, const LayerNormParameters& parameters, const LayerNormOptions& options,
                        LayerNormActivations& a);

/// The first part of layer_norm_forward: the mean of each row of x. `width`: the length of a row.
void row_means_forward(const Tensor& x, Size width, Tensor& mean);

/// The second part: the deviation of each row of x from its mean. `mean` differs from the row's own only where it was changed by
/// hand.
void row_deviations_forward(const Tensor& x, Size width, const Tensor& mean, const LayerNormOptions& options, Tensor& deviation);

/// Gives the statistics of the rows of x their sizes.
void size_statistics(const Tensor& x, Size width, Tensor& statistics);

/// Rows, and the statistics that normalise_forward uses for them; these differ from the rows' own only where they were changed by
/// hand.
struct RowsToNormalise {
    const Tensor& x;
    const Tensor& mean;
    const Tensor& deviation;
};

/// The last part of layer_norm_forward: output = gain ⊙ (x − mean) / deviation + bias.
void normalise_forward(const RowsToNormalise& rows, const LayerNormParameters& parameters, const LayerNormOptions& options,
                       Tensor& output);

/// Inputs and results of the forward pass.
struct LayerNormPass {
    const Tensor& x;
    const LayerNormParameters& parameters;
    LayerNormOptions options;
    const LayerNormActivations& activations;
};

/// The gradients of x and of the parameters.
struct LayerNormGradients {
    Tensor& x;
    LayerNormParameters& parameters;  // set
    Write x_write = Write::set;       // add: other operations read x, too
};

/// Given d.output, sets d.mean, d.deviation and the gradients in `to`. Requires: all of them have their sizes.
void layer_norm_backward(const LayerNormPass& pass, LayerNormActivations& d, LayerNormGradients to);

/// Operands of the mean: x. Operands of the deviation: x, mean. Operands of the output: x, mean, deviation, weight, and bias if
/// there are these. They are declared for rows of [B, L, D].
Dependence layer_norm_mean_dependence(Size width);
Dependence layer_norm_deviation_dependence(Size width, const LayerNormOptions& options);
Dependence layer_norm_dependence(const LayerNormOptions& options, bool has_bias);

/// The gain as a factor, the operand with this number, and as formulas have it: "gain", "(1 + gain[j])".
FactorRule gain_factor(int operand, const LayerNormOptions& options);
std::string gain_text(const LayerNormOptions& options, std::string_view index = "");

}  // namespace vitrine
