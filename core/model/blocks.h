#pragma once
/// The boxes of the paper's figure 1 and figure 2, each filling its activations in the order a reader would compute them.

#include "core/model/activations.h"
#include "core/model/masks.h"
#include "core/model/parameters.h"

namespace vitrine {

/// One side's parameters, gathered from where the configuration and its ties have put them.
struct EmbeddingView {
    const Tensor& table;                 // [V, E]
    const LinearParameters& projection;  // with d_embed
    const Tensor& positions;             // [max_positions, D] where learned
    const LayerNormParameters& norm;     // with embedding_norm
};

/// Tokens to vectors with positions (sections 3.4 and 3.5). tokens: [B, L].
void embed(const IndexTensor& tokens, const EmbeddingView& parameters, const Configuration& configuration, EmbeddingActivations& a);

/// Who asks, who answers, and whom nobody sees.
struct AttentionInput {
    const Tensor& queries;          // [B, q, D]
    const Tensor& memory;           // [B, k, D]: keys and values are made of it; in self-attention it is `queries` itself
    const IndexTensor& key_tokens;  // [B, k]
    MaskOptions mask;
};

/// Multi-head attention (section 3.2.2).
void attend(const AttentionInput& input, const AttentionParameters& parameters, const Configuration& configuration,
            AttentionActivations& a);

/// linear2(activation(linear1(x))) (section 3.3). x: [B, L, D].
template <class LayerParameters>
void feed_forward(const Tensor& x, const LayerParameters& parameters, const Configuration& configuration,
                  FeedForwardActivations& a);

/// One encoder layer; the result is where layer_output says. x: [B, S, D].
void encode_layer(const Tensor& x, const IndexTensor& tokens, const EncoderLayerParameters& parameters,
                  const Configuration& configuration, EncoderLayerActivations& a);

/// What a decoder layer reads.
struct DecoderInput {
    const Tensor& x;                   // [B, T, D]
    const Tensor& memory;              // [B, S, D]
    const IndexTensor& target_tokens;  // [B, T]
    const IndexTensor& source_tokens;  // [B, S]
};

void decode_layer(const DecoderInput& input, const DecoderLayerParameters& parameters, const Configuration& configuration,
                  DecoderLayerActivations& a);

/// The tensor of a layer that the next one reads: its last norm, or under pre-norm its last residual.
const Tensor& layer_output(const EncoderLayerActivations& a, const Configuration& configuration);
const Tensor& layer_output(const DecoderLayerActivations& a, const Configuration& configuration);

}  // namespace vitrine
