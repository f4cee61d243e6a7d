#pragma once
/// The layers of figure 1: sublayers with residual connections and LayerNorms, forward and backward.

#include "core/pass/blocks.h"

namespace vitrine {

/// One encoder layer. layer_output(a) is its result. x: [B, S, D].
void encode_layer(const Tensor& x, const IndexTensor& tokens, const EncoderLayerParameters& parameters, const Setting& setting,
                  EncoderLayerActivations& a);

/// The inputs of a decoder layer.
struct DecoderInput {
    const Tensor& x;                   // [B, T, D]
    const Tensor& memory;              // [B, S, D]
    const IndexTensor& target_tokens;  // [B, T]; in a decoding step all tokens so far
    const IndexTensor& source_tokens;  // [B, S]
    const IndexTensor& query_tokens;   // [B, T], the tokens of x; in a decoding step only the newest
};

void decode_layer(const DecoderInput& input, const DecoderLayerParameters& parameters, const Setting& setting,
                  DecoderLayerActivations& a);

/// Inputs and results of encode_layer.
struct EncoderLayerPass {
    const Tensor& x;
    const EncoderLayerParameters& parameters;
    const EncoderLayerActivations& activations;
};

struct EncoderLayerGradients {
    Tensor& x;  // set
    EncoderLayerParameters& parameters;
};

/// Requires: layer_output(d) holds its gradient.
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
    Tensor& memory;  // added to, since every decoder layer reads the memory
    DecoderLayerParameters& parameters;
};

void decode_layer_backward(const DecoderLayerPass& pass, const Setting& setting, DecoderLayerActivations& d,
                           DecoderLayerGradients to);

/// The output of a layer: its last LayerNorm or, if it does not end with one, its last residual. Also for gradients.
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
