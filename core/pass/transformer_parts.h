#pragma once
/// Parts shared by forward, backward, rerun and decoding. Only core/pass includes this.

#include "core/ops/cross_entropy.h"
#include "core/pass/layers.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// Computes the forward pass. Requires: the pass's parameters include the overwrites.
void compute(const Pass& pass, const Execution& run, Activations& activations);

/// The two halves of the forward pass without the loss: `src`, `encoder` and `memory`; then everything that the decoder computes
/// from the memory. With a step, only the last position of each sentence.
void compute_encoder(const Pass& pass, const Execution& run, Activations& activations);
void compute_decoder(const Pass& pass, const Execution& run, const IncrementalStep* step, Activations& activations);

/// The interventions of a pass; empty ones if it has none.
const Interventions& interventions_of(const Pass& pass);

/// The embedding parameters of source and target, wherever ties store them.
inline EmbeddingView source_embedding(const Parameters& p) {
    return {p.src_embedding.weight, p.src_embedding_projection, p.src_positions.weight, p.src_embedding_norm};
}

inline EmbeddingView target_embedding(const Parameters& p) {
    return {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm};
}

/// The input of layer i: the output of the layer before it, or the embedding. Also for gradients.
template <class Stack, class Embedding>
auto& layer_input(Stack& stack, Embedding& embedding, std::size_t i, const Setting& s) {
    return i == 0 ? embedding_output(embedding) : layer_output(stack.layers[i - 1], s);
}

/// The output of a stack: of its last layer or, if there is one, of its final LayerNorm. Also for gradients.
template <class Stack, class Embedding>
auto& stack_output(Stack& stack, Embedding& embedding, const Setting& s) {
    return s.configuration.final_norm ? stack.norm.output : layer_input(stack, embedding, stack.layers.size(), s);
}

/// The target of the loss.
inline CrossEntropyTarget target_of(const Pass& pass, const IndexTensor& labels) {
    return {labels, pass.configuration.pad_tgt, pass.regime.label_smoothing, pass.regime.counted_labels};
}

}  // namespace vitrine
