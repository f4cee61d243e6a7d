#pragma once
/// What the ways to run the model share. core/model alone includes this.

#include "core/ops/cross_entropy.h"
#include "core/pass/layers.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// Calls every operation of the forward pass, in order. The pass's parameters are altered already.
void compute(const Pass& pass, const Execution& run, Activations& activations);

/// The same in two parts, without a loss: `src`, `encoder` and `memory`, and then all that the decoder makes of that memory; with a
/// step, of the last word of each sentence only.
void compute_encoder(const Pass& pass, const Execution& run, Activations& activations);
void compute_decoder(const Pass& pass, const Execution& run, const WordStep* step, Activations& activations);

/// The interventions of a pass, none where it has none.
const Interventions& interventions_of(const Pass& pass);

/// Each side's parameters, wherever ties have stored them.
inline EmbeddingView source_embedding(const Parameters& p) {
    return {p.src_embedding.weight, p.src_embedding_projection, p.src_positions.weight, p.src_embedding_norm};
}

inline EmbeddingView target_embedding(const Parameters& p) {
    return {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm};
}

/// What layer i reads: the layer before it, or the embedding. In gradients too.
template <class Stack, class Embedding>
auto& layer_input(Stack& stack, Embedding& embedding, std::size_t i, const Setting& s) {
    return i == 0 ? embedding_output(embedding) : layer_output(stack.layers[i - 1], s);
}

/// What leaves a stack: its last layer's output, through a LayerNorm where there is one. In gradients too.
template <class Stack, class Embedding>
auto& stack_output(Stack& stack, Embedding& embedding, const Setting& s) {
    return s.configuration.final_norm ? stack.norm.output : layer_input(stack, embedding, stack.layers.size(), s);
}

/// What the predictions of a pass are held against.
inline CrossEntropyTarget target_of(const Pass& pass, const IndexTensor& labels) {
    return {labels, pass.configuration.pad_tgt, pass.regime.label_smoothing, pass.regime.counted_labels};
}

}  // namespace vitrine
