#pragma once
/// The tensors that the Design view shows and measures, which every model has under a path of its own.

#include <cstdint>
#include <string>
#include <string_view>

#include "app/run/run.h"

namespace vitrine {

/// The first layer is that of the encoder or, in a decoder alone, of the decoder. The causal self-attention is that of the first
/// decoder layer or, in an encoder alone, of its first layer, which has no causal mask.
enum class DesignTensor : std::uint8_t {
    input,      ///< the embeddings with their positions, which the first layer reads
    positions,  ///< what is added to the embeddings
    first_scores,
    first_weights,
    first_mask,
    first_residual,  ///< at the end of the first layer
    causal_weights,
    causal_mask,
    cross_weights,  ///< of the first cross-attention
    output,         ///< the memory or, in a model of one stack, the output of its layers
};

/// Its path in this model, which may have no such tensor, and what it is called: "weights of the first layer".
std::string path_in(const Run& run, DesignTensor tensor);
std::string words_of(const Run& run, DesignTensor tensor);

/// A text about models of one stack and of two: words in braces are of a model with two. "the first {encoder }layer"
std::string text_for(const Run& run, std::string_view text);

/// The sequence whose embedding and first layer are shown: the source or, without an encoder, the only one.
Side first_side(const Run& run);

/// The first self-attention of that sequence; and the first one with a causal mask or, without a decoder, the first one.
AttentionPlace first_self_attention(const Run& run);
AttentionPlace first_causal_attention(const Run& run);

}  // namespace vitrine
