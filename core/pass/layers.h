#pragma once
/// The layers of figure 1: sublayers, each with its residual connection and its LayerNorm, forwards and backwards.

#include "core/pass/blocks.h"

namespace vitrine {

/// One encoder layer; the result is where layer_output says. x: [B, S, D].
void encode_layer(const Tensor& x, const IndexTensor& tokens, const EncoderLayerParameters& parameters, const Setting& setting,
                  EncoderLayerActivations& a);

/// What a decoder layer reads.
struct DecoderInput {
    const Tensor& x;                   // [B, T, D]
    const Tensor& memory;              // [B, S, D]
    const IndexTensor& target_tokens;  // [B, T]; in a step all that there are so far
    const IndexTensor& source_tokens;  // [B, S]
    const IndexTensor& asking_tokens;  // [B, T]: those that x was made of
};

void decode_layer(const DecoderInput& input, const DecoderLayerParameters& parameters, const Setting& setting,
                  DecoderLayerActivations& a);

/// What encode_layer read and filled, for its way back.
struct EncoderLayerPass {
    const Tensor& x;
    const EncoderLayerParameters& parameters;
    const EncoderLayerActivations& activations;
};

struct EncoderLayerGradients {
    Tensor& x;  // set
    EncoderLayerParameters& parameters;
};

/// Given the gradient of layer_output.
void encode_layer_backward(const EncoderLayerPass& pass, const Setting& setting, EncoderLayerActivations& d,
                           EncoderLayerGradients to);

struct DecoderLayerPass {
    const Tensor& x;
    const Tensor& memory;
    const DecoderLayerParameters& parameters;
    const DecoderLayerActivations& activations;
};

struct DecoderLayerGradients {
    Tensor& x;       // set
    Tensor& memory;  // added to: every layer reads it
    DecoderLayerParameters& parameters;
};

void decode_layer_backward(const DecoderLayerPass& pass, const Setting& setting, DecoderLayerActivations& d,
                           DecoderLayerGradients to);

/// The tensor of a layer that the next one reads: its last norm or, where it does not end with one, its last residual. In gradients
/// too.
template <class Layer>
auto& layer_output(Layer& a, const Setting& s) {
    const bool norm_last = ends_with_norm(s.configuration, s.regime.design);
    if constexpr (requires { a.norm3; }) {
        return norm_last ? a.norm3.output : a.residual3;
    } else {
        return norm_last ? a.norm2.output : a.residual2;
    }
}

}  // namespace vitrine
