#pragma once
/// The layers of figure 1: sublayers with residual connections and LayerNorms, forward and backward.

#include "core/pass/blocks.h"

namespace vitrine {

/// What cross-attention reads: the encoder's output.
struct LayerMemory {
    const Tensor& states;       // [B, S, D]
    const IndexTensor& tokens;  // [B, S]
};

/// The inputs of a layer.
struct LayerInput {
    const Tensor& x;                      // [B, L, D]
    const IndexTensor& tokens;            // [B, L], the tokens at the rows of x; in a decoding step all tokens so far
    const IndexTensor& query_tokens;      // the same; in a decoding step only the newest
    const LayerMemory* memory = nullptr;  // of cross-attention, if the layer has one
    const Tensor* relative = nullptr;     // [buckets, H], the stack's table of the bias of scores, if they have one
};

/// Computes the layer's sublayers in order. layer_output(a) is the result. Requires: `a` has its sublayers.
void compute_layer(const LayerInput& input, const LayerDescription& description, const LayerParameters& parameters,
                   const Setting& setting, LayerActivations& a);

/// The parameters of an attention: cross-attention may use those of self-attention.
inline const AttentionParameters& parameters_of(const SublayerDescription& of, const LayerParameters& p) {
    const bool own = of.kind == SublayerKind::cross_attention && !of.attention.shares_parameters;
    return own ? p.multihead_attn : p.self_attn;
}

/// Inputs and results of compute_layer.
struct LayerPass {
    const Tensor& x;
    const Tensor* memory;  // null: the layer has no cross-attention
    const LayerDescription& description;
    const LayerParameters& parameters;
    const LayerActivations& activations;
};

struct LayerGradients {
    Tensor& x;       // set
    Tensor* memory;  // added to, since every layer of a decoder reads the memory
    LayerParameters& parameters;
    Tensor* relative;  // added to, since every layer of a stack reads the table
};

/// Requires: layer_output(d) holds its gradient.
void compute_layer_backward(const LayerPass& pass, const Setting& setting, LayerActivations& d, LayerGradients to);

/// The output of a sublayer with its residual connection and LayerNorm: the LayerNorm if the sublayer ends with one, otherwise
/// the residual. Also for gradients.
template <class Sublayer>
auto& connected_output(Sublayer& a) {
    return a.norm_placement == NormPlacement::after ? a.norm.output : a.residual;
}

/// What a sublayer adds to the residual connection: its output, or the norm of its output; also for gradients.
template <class Sublayer>
auto& addend(Sublayer& a) {
    switch (a.norm_placement) {
        case NormPlacement::inside:
            return a.norm.output;
        case NormPlacement::around:
            return a.post_norm.output;
        default:
            return sublayer_output(a);
    }
}

/// The output of a layer; also for gradients.
template <class Layer>
auto& layer_output(Layer& a) {
    return connected_output(a.sublayers.back());
}

}  // namespace vitrine
