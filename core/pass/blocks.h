#pragma once
/// The boxes of the paper's figure 1 and figure 2, each filling its activations in the order a reader would compute them, and each
/// with its way back. In a backward function `a` holds the activations and `d` their gradients, all of which have their sizes.

#include <span>

#include "core/model/activations.h"
#include "core/model/attention_device.h"
#include "core/model/masks.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"
#include "core/pass/execution.h"
#include "core/tensor/random.h"
#include "core/tensor/write.h"

namespace vitrine {

/// Of sentences that grow word by word, the step that computes the newest position alone. The activations hold what the step before
/// has filled: its keys and values are the cache.
struct WordStep {
    Size position = 0;                ///< of the word that is read, the same in all sentences
    std::span<const Size> parents{};  ///< for each sentence, which one of the step before it goes on from
};

/// What every block of a pass shares.
struct Setting {
    const Configuration& configuration;
    const Regime& regime;
    Random* random = nullptr;                 ///< draws dropout masks; the backward pass, which finds them recorded, needs none
    Execution run{};                          ///< through which every operation of a forward pass is called
    const WordStep* step = nullptr;           ///< null: every position is computed
    const AttentionDevice* device = nullptr;  ///< asked first where attention is plain

    Size first_position() const { return step ? step->position : 0; }
};

/// One side's parameters, gathered from where the configuration and its ties have put them.
struct EmbeddingView {
    const Tensor& table;                 // [V, E]
    const LinearParameters& projection;  // with d_embed
    const Tensor& positions;             // [max_positions, D] where learned
    const LayerNormParameters& norm;     // with embedding_norm
};

/// Tokens to vectors with positions (sections 3.4 and 3.5). tokens: [B, L].
void embed(const IndexTensor& tokens, const EmbeddingView& parameters, const Setting& setting, EmbeddingActivations& a);

/// Where the gradients of one side's parameters go. The table's are added to, since the other side and the output may share it.
struct EmbeddingGradients {
    Tensor& table;
    LinearParameters& projection;
    Tensor& positions;
    LayerNormParameters& norm;
};

/// What embed read and filled, for its way back.
struct EmbeddingPass {
    const EmbeddingView& parameters;
    const EmbeddingActivations& activations;
};

/// Given the gradient of embedding_output.
void embed_backward(const EmbeddingPass& pass, const Setting& setting, EmbeddingActivations& d, EmbeddingGradients to);

/// What the first layer reads; in gradients too, since a tensor that forward left out has no gradient.
template <class Embedding>
auto& embedding_output(Embedding& a) {
    if (!a.dropped.empty()) return a.dropped;
    return a.normalized.output.empty() ? a.sum : a.normalized.output;
}

/// Which keys and values a step finds in the activations; any other pass computes all of them.
enum class KeptKeys : std::uint8_t {
    earlier,  ///< those of the positions before: the new one's are added (self-attention)
    all,      ///< from the second step on, those of the whole memory (cross-attention)
};

/// Who asks, who answers, and whom nobody sees.
struct AttentionInput {
    const Tensor& queries;           // [B, q, D]
    const Tensor& memory;            // [B, k, D]: keys and values are made of it; in self-attention it is `queries` itself
    const IndexTensor& mask_tokens;  // whose padding the mask hides: [B, k], or [B, q] as it says
    MaskOptions mask;
    KeptKeys kept = KeptKeys::earlier;
};

/// Multi-head attention (section 3.2.2).
void attend(const AttentionInput& input, const AttentionParameters& parameters, const Setting& setting, AttentionActivations& a);

/// Where the gradients of an attention's inputs and parameters go.
struct AttentionGradients {
    Tensor& queries;
    Tensor& memory;  // always added to; in self-attention it is `queries` itself
    AttentionParameters& parameters;
    Write queries_write;
};

/// What attend read, for its way back.
struct AttentionPass {
    const Tensor& queries;
    const Tensor& memory;
    const AttentionParameters& parameters;
    const AttentionActivations& activations;
};

/// Given the gradient of sublayer_output.
void attend_backward(const AttentionPass& pass, const Setting& setting, AttentionActivations& d, AttentionGradients to);

/// linear2(activation(linear1(x))) (section 3.3). x: [B, L, D].
template <class LayerParameters>
void feed_forward(const Tensor& x, const LayerParameters& parameters, const Setting& setting, FeedForwardActivations& a);

/// Where the gradients of a feed-forward network's input and parameters go; LayerParameters holds its linear1 and linear2.
template <class LayerParameters>
struct FeedForwardGradients {
    Tensor& x;
    LayerParameters& parameters;
    Write x_write;
};

/// What feed_forward read, for its way back.
template <class LayerParameters>
struct FeedForwardPass {
    const Tensor& x;
    const LayerParameters& parameters;
    const FeedForwardActivations& activations;
};

/// Given the gradient of sublayer_output.
template <class LayerParameters>
void feed_forward_backward(const FeedForwardPass<LayerParameters>& pass, const Setting& setting, FeedForwardActivations& d,
                           FeedForwardGradients<LayerParameters> to);

/// What the residual connection behind a sublayer reads; in gradients too.
template <class Attention>
requires requires(Attention a) { a.weights; }
auto& sublayer_output(Attention& a) { return a.dropped_output.empty() ? a.output : a.dropped_output; }
template <class FeedForward>
requires requires(FeedForward a) { a.linear2; }
auto& sublayer_output(FeedForward& a) { return a.dropped_output.empty() ? a.linear2 : a.dropped_output; }

}  // namespace vitrine
