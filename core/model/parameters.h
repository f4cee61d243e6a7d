#pragma once
/// The parameters of a model, with the names and layouts of torch.nn.Transformer's state_dict.

#include <array>
#include <string>
#include <vector>

#include "core/model/configuration.h"
#include "core/model/sublayers.h"
#include "core/ops/embedding.h"
#include "core/ops/linear.h"

namespace vitrine {

struct AttentionParameters {
    Tensor in_proj_weight{Axis::output, Axis::input};  // [(H + 2G)·d, D]: W_Q, W_K and W_V stacked, [3D, D] without groups
    Tensor in_proj_bias{Axis::output};                 // [(H + 2G)·d]
    LinearParameters out_proj;                         // W_O
    LayerNormParameters query_norm, key_norm;          // [d], or [H·d] and [G·d] of all heads; empty without query_key_norm

    static constexpr auto fields() {
        using P = AttentionParameters;
        return std::tuple{Field{"in_proj_weight", &P::in_proj_weight}, Field{"in_proj_bias", &P::in_proj_bias},
                          Field{"out_proj", &P::out_proj}, Field{"query_norm", &P::query_norm}, Field{"key_norm", &P::key_norm}};
    }
};

/// The position-wise feed-forward network (section 3.3).
struct FeedForwardParameters {
    LinearParameters linear1, gate, linear2;  // gate: empty without one

    static constexpr auto fields() {
        using P = FeedForwardParameters;
        return std::tuple{Field{"linear1", &P::linear1}, Field{"gate", &P::gate}, Field{"linear2", &P::linear2}};
    }
};

/// A layer of either stack. Parts that it lacks are empty: an encoder's layer has two sublayers and no cross-attention.
struct LayerParameters {
    AttentionParameters self_attn, multihead_attn;  // multihead_attn is the cross-attention
    FeedForwardParameters feed_forward;
    LayerNormParameters norm1, norm2, norm3;  // of the sublayers, in order
    LayerNormParameters post_attn_norm, post_cross_attn_norm,
        post_ffn_norm;  // of what a sublayer gives, with NormPlacement::around

    /// The LayerNorm of a sublayer, which is counted from 0.
    const LayerNormParameters& norm(std::size_t sublayer) const { return this->*norms()[sublayer]; }
    LayerNormParameters& norm(std::size_t sublayer) { return this->*norms()[sublayer]; }

    /// The norm behind a sublayer that has another one before it.
    const LayerNormParameters& post_norm(SublayerKind kind) const { return this->*post_norms()[static_cast<std::size_t>(kind)]; }
    LayerNormParameters& post_norm(SublayerKind kind) { return this->*post_norms()[static_cast<std::size_t>(kind)]; }

    static constexpr auto fields() {
        using P = LayerParameters;
        return std::tuple{Field{"self_attn", &P::self_attn},
                          Field{"multihead_attn", &P::multihead_attn},
                          Field{"", &P::feed_forward},
                          Field{"norm1", &P::norm1},
                          Field{"norm2", &P::norm2},
                          Field{"norm3", &P::norm3},
                          Field{"post_attn_norm", &P::post_attn_norm},
                          Field{"post_cross_attn_norm", &P::post_cross_attn_norm},
                          Field{"post_ffn_norm", &P::post_ffn_norm}};
    }

private:
    static constexpr std::array<LayerNormParameters LayerParameters::*, 3> norms() {
        return {&LayerParameters::norm1, &LayerParameters::norm2, &LayerParameters::norm3};
    }
    static constexpr std::array<LayerNormParameters LayerParameters::*, 3> post_norms() {
        return {&LayerParameters::post_attn_norm, &LayerParameters::post_cross_attn_norm, &LayerParameters::post_ffn_norm};
    }
};

struct StackParameters {
    std::vector<LayerParameters> layers;
    LayerNormParameters norm;                // empty without final_norm
    EmbeddingParameters relative_positions;  // [buckets, heads], which all layers read; empty without them

    static constexpr auto fields() {
        using P = StackParameters;
        return std::tuple{Field{"layers", &P::layers}, Field{"norm", &P::norm},
                          Field{"relative_positions", &P::relative_positions}};
    }
};

struct StacksParameters {
    StackParameters encoder, decoder;

    static constexpr auto fields() {
        return std::tuple{Field{"encoder", &StacksParameters::encoder}, Field{"decoder", &StacksParameters::decoder}};
    }
};

/// Tensors that the configuration does not use are empty. Of tensors that are tied together, only the first is stored.
struct Parameters {
    EmbeddingParameters src_embedding, tgt_embedding;
    LinearParameters src_embedding_projection, tgt_embedding_projection;
    LayerNormParameters src_embedding_norm, tgt_embedding_norm;
    EmbeddingParameters src_positions, tgt_positions;
    EmbeddingParameters segments;  // with segment_kinds
    StacksParameters transformer;
    LinearParameters head_dense;  // with output_transform
    LayerNormParameters head_norm;
    LinearParameters head_projection;  // with project_output
    LinearParameters fc_out;
    LinearParameters classifier_dense, classifier_out;  // with classes
    AttentionParameters attention;                      // the only parameters of one attention alone, which has no W_O

    /// The tables that the model uses, wherever ties store them.
    const Tensor& target_table() const { return tgt_embedding.weight.empty() ? src_embedding.weight : tgt_embedding.weight; }
    const Tensor& output_weight() const { return fc_out.weight.empty() ? target_table() : fc_out.weight; }
    Tensor& target_table() { return tgt_embedding.weight.empty() ? src_embedding.weight : tgt_embedding.weight; }
    Tensor& output_weight() { return fc_out.weight.empty() ? target_table() : fc_out.weight; }

    static constexpr auto fields() {
        using P = Parameters;
        return std::tuple{Field{"src_embedding", &P::src_embedding},
                          Field{"tgt_embedding", &P::tgt_embedding},
                          Field{"src_embedding_projection", &P::src_embedding_projection},
                          Field{"tgt_embedding_projection", &P::tgt_embedding_projection},
                          Field{"src_embedding_norm", &P::src_embedding_norm},
                          Field{"tgt_embedding_norm", &P::tgt_embedding_norm},
                          Field{"src_positions", &P::src_positions},
                          Field{"tgt_positions", &P::tgt_positions},
                          Field{"segments", &P::segments},
                          Field{"transformer", &P::transformer},
                          Field{"head.dense", &P::head_dense},
                          Field{"head.norm", &P::head_norm},
                          Field{"head.projection", &P::head_projection},
                          Field{"fc_out", &P::fc_out},
                          Field{"classifier.dense", &P::classifier_dense},
                          Field{"classifier.out", &P::classifier_out},
                          Field{"attention", &P::attention}};
    }
};

/// Parameters in the shapes of the configuration, all 0. Requires: the configuration passes check().
Parameters make_parameters(const Configuration& configuration);

/// The same, but without memory for the numbers, which cannot be read: to list names and shapes. Requires: the configuration
/// passes check().
Parameters parameter_shapes(const Configuration& configuration);

enum class Initialisation {
    xavier,   ///< every matrix uniform within ±√(6/(rows + columns)), biases 0 (Glorot and Bengio 2010)
    pytorch,  ///< the defaults of nn.Transformer, nn.Linear and nn.Embedding
};

struct InitialisationOptions {
    Initialisation kind = Initialisation::xavier;
    std::uint64_t seed = 1;
};

/// Random parameters, determined by the seed on every machine and build. LayerNorms start with gain 1 and bias 0.
Parameters initialise(const Configuration& configuration, const InitialisationOptions& options);

/// A parameter and its name in PyTorch.
struct ParameterView {
    std::string name;
    TensorView tensor;
};

/// All parameters that exist, in the order of PyTorch's state_dict.
std::vector<ParameterView> list_parameters(const Parameters& parameters);

}  // namespace vitrine
