#pragma once
/// The boxes of figures 1 and 2, forward and backward. Each fills its activations in order of computation. In backward functions
/// `a` holds the activations and `d` their gradients. Requires: the gradients have their sizes.

#include <functional>
#include <span>
#include <string>

#include "core/model/activations.h"
#include "core/model/attention_device.h"
#include "core/model/description.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"
#include "core/pass/execution.h"
#include "core/tensor/random.h"
#include "core/tensor/write.h"

namespace vitrine {

/// A decoding step that computes only the newest position of every sentence. The activations still hold the results of the previous
/// step; their keys and values are the cache.
struct IncrementalStep {
    Size position = 0;                ///< of the newest token, the same in all sentences
    std::span<const Size> parents{};  ///< for each sentence, the index of the sentence of the previous step that it continues
    const Tensor* waves = nullptr;    ///< sinusoids of this position and those before it [position, D]; null: they are computed
};

/// Whether a pass keeps the tensor with this path.
using KeepsTensor = std::function<bool(const std::string& path)>;

/// Shared by all blocks of a pass.
struct Setting {
    const Configuration& configuration;  ///< the sizes that the whole model has in common
    const ModelDescription& model;
    const Regime& regime;
    Random* random = nullptr;                 ///< draws dropout masks; null in the backward pass, which reads the recorded masks
    Execution run{};                          ///< calls every operation of the forward pass
    const IncrementalStep* step = nullptr;    ///< null: all positions are computed
    const AttentionDevice* device = nullptr;  ///< computes standard attention if it accepts; null: the CPU does
    const KeepsTensor* keeps = nullptr;       ///< null: every tensor is kept
    bool keeps_grids = true;                  ///< see Pass

    Size first_position() const { return step ? step->position : 0; }
};

/// How the sines and cosines of positions are arranged.
inline Waves waves_of(PositionKind positions) {
    return positions == PositionKind::sines_first ? Waves::sines_first : Waves::interleaved;
}

/// The embedding parameters of source or target, wherever the configuration and its ties store them.
struct EmbeddingView {
    const Tensor& table;                 // [V, E]
    const LinearParameters& projection;  // with d_embed
    const Tensor& positions;             // [max_positions, D], for learned positions
    const LayerNormParameters& norm;     // with embedding_norm
    const Tensor& segments;              // [segment_kinds, D]; empty: none are added
};

/// The ids that are embedded.
struct EmbeddedIds {
    const IndexTensor& tokens;              // [B, L]
    const IndexTensor* segments = nullptr;  // [B, L]; null: all are of segment 0
};

/// Embeds tokens and adds positions (sections 3.4 and 3.5), and segments where a model has them.
void embed(const EmbeddedIds& ids, const EmbeddingDescription& description, const EmbeddingView& parameters, const Setting& setting,
           EmbeddingActivations& a);

/// The gradients of the embedding parameters. The table's gradient is added to, since other embeddings and the output may share the
/// table.
struct EmbeddingGradients {
    Tensor& table;
    LinearParameters& projection;
    Tensor& positions;
    LayerNormParameters& norm;
    Tensor& segments;
};

/// Inputs and results of embed.
struct EmbeddingPass {
    const EmbeddingDescription& description;
    const EmbeddingView& parameters;
    const EmbeddingActivations& activations;
};

/// Requires: embedding_output(d) holds its gradient.
void embed_backward(const EmbeddingPass& pass, const Setting& setting, EmbeddingActivations& d, EmbeddingGradients to);

/// The input of the first layer; also for gradients, since tensors that forward left empty have empty gradients.
template <class Embedding>
auto& embedding_output(Embedding& a) {
    if (!a.dropped.empty()) return a.dropped;
    return a.normalized.output.empty() ? a.sum : a.normalized.output;
}

/// Which keys and values a decoding step takes from the cache. Without a step all are computed.
enum class CachedKeys : std::uint8_t {
    earlier,  ///< keys and values of earlier positions; the new position is appended (self-attention)
    all,      ///< from the second step on, keys and values of the whole memory (cross-attention)
};

/// The inputs of an attention: the source of the queries, the source of keys and values, and the tokens of the mask.
struct AttentionInput {
    const Tensor& queries;           // [B, q, D]
    const Tensor& memory;            // [B, k, D], source of keys and values; in self-attention the same tensor as `queries`
    const IndexTensor& mask_tokens;  // tokens whose padding is masked: [B, k], or [B, q] for PaddingAxis::queries
    CachedKeys cached = CachedKeys::earlier;
    const Tensor* values = nullptr;    // [B, k, D], source of the values; null: memory
    const Tensor* relative = nullptr;  // [buckets, H], the table of the bias of scores, if they have one
};

/// Multi-head attention (section 3.2.2). Without W_O, `merged` is the result and `output` stays empty.
void attend(const AttentionInput& input, const AttentionDescription& description, const AttentionParameters& parameters,
            const Setting& setting, AttentionActivations& a);

/// The gradients of an attention's inputs and parameters.
struct AttentionGradients {
    Tensor& queries;
    Tensor& memory;  // always added to; in self-attention the same tensor as `queries`
    AttentionParameters& parameters;
    Write queries_write;
    Tensor* relative = nullptr;  ///< added to, if scores have a bias
};

/// Inputs and results of attend.
struct AttentionPass {
    const Tensor& queries;
    const Tensor& memory;
    const AttentionDescription& description;
    const AttentionParameters& parameters;
    const AttentionActivations& activations;
};

/// Requires: sublayer_output(d) holds its gradient.
void attend_backward(const AttentionPass& pass, const Setting& setting, AttentionActivations& d, AttentionGradients to);

/// linear2(activation(linear1(x))) (section 3.3). x: [B, L, D].
void feed_forward(const Tensor& x, const FeedForwardDescription& description, const FeedForwardParameters& parameters,
                  const Setting& setting, FeedForwardActivations& a);

/// The gradients of a feed-forward network's input and parameters.
struct FeedForwardGradients {
    Tensor& x;
    FeedForwardParameters& parameters;
    Write x_write;
};

/// Inputs and results of feed_forward.
struct FeedForwardPass {
    const Tensor& x;
    const FeedForwardDescription& description;
    const FeedForwardParameters& parameters;
    const FeedForwardActivations& activations;
};

/// Requires: sublayer_output(d) holds its gradient.
void feed_forward_backward(const FeedForwardPass& pass, const Setting& setting, FeedForwardActivations& d, FeedForwardGradients to);

/// The output of a sublayer, which the residual connection reads; also for gradients.
template <class Sublayer>
auto& sublayer_output(Sublayer& a) {
    if (a.kind != SublayerKind::feed_forward)
        return a.attention.dropped_output.empty() ? a.attention.output : a.attention.dropped_output;
    return a.ffn.dropped_output.empty() ? a.ffn.linear2 : a.ffn.dropped_output;
}

}  // namespace vitrine
