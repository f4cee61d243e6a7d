#pragma once
/// Parts shared by forward, backward, rerun and decoding. Only core/pass includes this.

#include <cmath>

#include "core/ops/cross_entropy.h"
#include "core/pass/layers.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// Computes the forward pass of a model that is described so. Requires: the pass's parameters include the overwrites.
void compute(const Pass& pass, const ModelDescription& model, const Execution& run, Activations& activations,
             const KeepsTensor* keeps = nullptr);

/// The two halves of the forward pass without the loss. The first fills `src`, `encoder` and `memory`; the second computes from
/// the memory all that the decoder needs, with the logits of the last position alone. With a step, it computes only the last
/// position of each sentence.
void compute_encoder(const Pass& pass, const ModelDescription& model, const Execution& run, Activations& activations);
void compute_decoder(const Pass& pass, const ModelDescription& model, const Execution& run, const IncrementalStep* step,
                     Activations& activations);

/// The description of the pass's model. The activations keep it, so that the next pass of the same model makes none.
const ModelDescription& describe(const Pass& pass, Activations& activations);

/// The interventions of a pass; empty ones if it has none.
const Interventions& interventions_of(const Pass& pass);

/// The embedding parameters of source and target, wherever ties store them.
inline EmbeddingView source_embedding(const Parameters& p) {
    return {p.src_embedding.weight, p.src_embedding_projection, p.src_positions.weight, p.src_embedding_norm, p.segments.weight};
}

inline EmbeddingView target_embedding(const Parameters& p) {
    static const Tensor no_segments;
    return {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm, no_segments};
}

/// The input of layer i: the output of the layer before it, or the embedding. Also for gradients.
template <class Stack, class Embedding>
auto& layer_input(Stack& stack, Embedding& embedding, std::size_t i) {
    return i == 0 ? embedding_output(embedding) : layer_output(stack.layers[i - 1]);
}

/// The output of a stack: of its last layer or, if there is one, of its final LayerNorm. Also for gradients.
template <class Stack, class Embedding>
auto& stack_output(Stack& stack, Embedding& embedding) {
    return stack.norm.output.empty() ? layer_input(stack, embedding, stack.layers.size()) : stack.norm.output;
}

/// The output of the last stack, from which the logits or the tensors before them are computed. Also for gradients.
template <class Model>
auto& last_output(Model& a, const Configuration& c) {
    const bool encodes = c.last_stack() == StackKind::encoder;
    return encodes ? stack_output(a.encoder, a.src) : stack_output(a.decoder, a.tgt);
}

/// The tensor that is projected to d_embed before the logits. Also for gradients.
template <class Model>
auto& unprojected_output(Model& a, const Configuration& c) {
    if (!a.head.scaled.empty()) return a.head.scaled;
    return a.head.norm.output.empty() ? last_output(a, c) : a.head.norm.output;
}

/// The tensor from which the logits are computed. Also for gradients.
template <class Model>
auto& logits_input(Model& a, const Configuration& c) {
    return a.head.projected.empty() ? unprojected_output(a, c) : a.head.projected;
}

/// The factor that multiplies the output of T5's decoder, because its table is tied to that of the embeddings.
inline Scalar output_factor(const Configuration& c) { return static_cast<Scalar>(1 / std::sqrt(static_cast<double>(c.d_model))); }

/// The target of the loss.
inline CrossEntropyTarget target_of(const Pass& pass, const IndexTensor& labels) {
    return {labels, pass.configuration.output_padding(), pass.regime.label_smoothing, pass.regime.counted_labels};
}

}  // namespace vitrine
