#pragma once
/// The recording of a forward pass: every intermediate tensor, in the memory where it was computed. Fields stand in post-norm's
/// order of computation. An empty tensor does not exist for this configuration, batch or regime. The backward pass fills the same
/// structs with ∂loss/∂tensor.

#include <memory>
#include <utility>
#include <vector>

#include "core/model/configuration.h"
#include "core/model/sublayers.h"
#include "core/ops/layer_norm.h"

namespace vitrine {

struct ModelDescription;

struct EmbeddingActivations {
    IndexTensor tokens{Axis::batch, Axis::position};
    Tensor embedding{Axis::batch, Axis::position, Axis::embedding};
    Tensor projected{Axis::batch, Axis::position, Axis::feature};  // with d_embed
    Tensor scaled{Axis::batch, Axis::position, Axis::feature};     // with scale_embedding
    Tensor positions{Axis::position, Axis::feature};               // empty if none are added
    IndexTensor segments{Axis::batch, Axis::position};             // with segments
    Tensor segment{Axis::batch, Axis::position, Axis::feature};    // the rows of their table
    Tensor sum{Axis::batch, Axis::position, Axis::feature};
    LayerNormActivations normalized;                                      // with embedding_norm
    MaskTensor dropout_mask{Axis::batch, Axis::position, Axis::feature};  // with dropout, like every dropout mask
    Tensor dropped{Axis::batch, Axis::position, Axis::feature};

    bool has_sinusoids = false;  // positions already holds the sinusoids, which depend on the length alone

    static constexpr auto fields() {
        using A = EmbeddingActivations;
        return std::tuple{Field{"tokens", &A::tokens},         Field{"embedding", &A::embedding},
                          Field{"projected", &A::projected},   Field{"scaled", &A::scaled},
                          Field{"positions", &A::positions},   Field{"segments", &A::segments},
                          Field{"segment", &A::segment},       Field{"sum", &A::sum},
                          Field{"normalized", &A::normalized}, Field{"dropout_mask", &A::dropout_mask},
                          Field{"dropped", &A::dropped}};
    }
};

/// Multi-head scaled dot-product attention (sections 3.2.1 and 3.2.2, figure 2).
struct AttentionActivations {
    Tensor query{Axis::batch, Axis::head, Axis::query, Axis::feature};
    Tensor key{Axis::batch, Axis::head, Axis::key, Axis::feature};
    Tensor value{Axis::batch, Axis::head, Axis::key, Axis::feature};
    LayerNormActivations query_norm = LayerNormActivations::of_heads(Axis::query);  // with query_key_norm
    LayerNormActivations key_norm = LayerNormActivations::of_heads(Axis::key);
    Tensor rotated_query{Axis::batch, Axis::head, Axis::query, Axis::feature};  // with rotary positions
    Tensor rotated_key{Axis::batch, Axis::head, Axis::key, Axis::feature};
    Tensor scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor scores_capped{Axis::batch, Axis::head, Axis::query, Axis::key};  // with scores_cap
    Tensor position_bias{Axis::batch, Axis::head, Axis::query, Axis::key};  // with relative positions: [1, head, query, key]
    Tensor biased_scores{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor unmasked_weights{Axis::batch, Axis::head, Axis::query, Axis::key};  // if the mask follows the softmax
    MaskTensor mask{Axis::batch, Axis::head, Axis::query, Axis::key};          // [batch, 1, query, key], shared by all heads
    Tensor masked_scores{Axis::batch, Axis::head, Axis::query, Axis::key};     // if the mask precedes the softmax
    Tensor weights{Axis::batch, Axis::head, Axis::query, Axis::key};
    MaskTensor weights_dropout_mask{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor dropped_weights{Axis::batch, Axis::head, Axis::query, Axis::key};
    Tensor context{Axis::batch, Axis::head, Axis::query, Axis::feature};
    Tensor merged{Axis::batch, Axis::position, Axis::feature};
    Tensor output{Axis::batch, Axis::position, Axis::feature};
    MaskTensor output_dropout_mask{Axis::batch, Axis::position, Axis::feature};
    Tensor dropped_output{Axis::batch, Axis::position, Axis::feature};

    static constexpr auto fields() {
        using A = AttentionActivations;
        return std::tuple{Field{"query", &A::query},
                          Field{"key", &A::key},
                          Field{"value", &A::value},
                          Field{"query_norm", &A::query_norm},
                          Field{"key_norm", &A::key_norm},
                          Field{"rotated_query", &A::rotated_query},
                          Field{"rotated_key", &A::rotated_key},
                          Field{"scores", &A::scores},
                          Field{"scores_capped", &A::scores_capped},
                          Field{"position_bias", &A::position_bias},
                          Field{"biased_scores", &A::biased_scores},
                          Field{"unmasked_weights", &A::unmasked_weights},
                          Field{"mask", &A::mask},
                          Field{"masked_scores", &A::masked_scores},
                          Field{"weights", &A::weights},
                          Field{"weights_dropout_mask", &A::weights_dropout_mask},
                          Field{"dropped_weights", &A::dropped_weights},
                          Field{"context", &A::context},
                          Field{"merged", &A::merged},
                          Field{"output", &A::output},
                          Field{"output_dropout_mask", &A::output_dropout_mask},
                          Field{"dropped_output", &A::dropped_output}};
    }
};

/// The queries and keys whose products are the scores; also for gradients.
template <class Attention>
auto& scored_query(Attention& a) {
    if (!a.rotated_query.empty()) return a.rotated_query;
    return a.query_norm.output.empty() ? a.query : a.query_norm.output;
}
template <class Attention>
auto& scored_key(Attention& a) {
    if (!a.rotated_key.empty()) return a.rotated_key;
    return a.key_norm.output.empty() ? a.key : a.key_norm.output;
}

/// The scores that the mask is applied to; also for gradients.
template <class Attention>
auto& scores_to_mask(Attention& a) {
    if (!a.biased_scores.empty()) return a.biased_scores;
    return a.scores_capped.empty() ? a.scores : a.scores_capped;
}

/// One attention alone, without a Transformer around it: its inputs are given, and `merged` is the result.
struct LoneAttentionActivations {
    Tensor query_input{Axis::batch, Axis::position, Axis::feature};
    Tensor key_input{Axis::batch, Axis::position, Axis::feature};
    Tensor value_input{Axis::batch, Axis::position, Axis::feature};
    AttentionActivations parts;

    static constexpr auto fields() {
        using A = LoneAttentionActivations;
        return std::tuple{Field{"query_input", &A::query_input}, Field{"key_input", &A::key_input},
                          Field{"value_input", &A::value_input}, Field{"", &A::parts}};
    }
};

/// The position-wise feed-forward network (section 3.3).
struct FeedForwardActivations {
    Tensor linear1{Axis::batch, Axis::position, Axis::hidden};
    Tensor gate{Axis::batch, Axis::position, Axis::hidden};             // of a gated network, like the next two
    Tensor gate_activation{Axis::batch, Axis::position, Axis::hidden};  // activation(gate)
    Tensor gated{Axis::batch, Axis::position, Axis::hidden};            // gate_activation ⊙ linear1, which linear2 reads
    Tensor activation{Axis::batch, Axis::position, Axis::hidden};       // of a network without a gate
    MaskTensor activation_dropout_mask{Axis::batch, Axis::position, Axis::hidden};
    Tensor dropped_activation{Axis::batch, Axis::position, Axis::hidden};
    Tensor linear2{Axis::batch, Axis::position, Axis::feature};
    MaskTensor output_dropout_mask{Axis::batch, Axis::position, Axis::feature};
    Tensor dropped_output{Axis::batch, Axis::position, Axis::feature};

    static constexpr auto fields() {
        using A = FeedForwardActivations;
        return std::tuple{Field{"linear1", &A::linear1},
                          Field{"gate", &A::gate},
                          Field{"gate_activation", &A::gate_activation},
                          Field{"gated", &A::gated},
                          Field{"activation", &A::activation},
                          Field{"activation_dropout_mask", &A::activation_dropout_mask},
                          Field{"dropped_activation", &A::dropped_activation},
                          Field{"linear2", &A::linear2},
                          Field{"output_dropout_mask", &A::output_dropout_mask},
                          Field{"dropped_output", &A::dropped_output}};
    }
};

/// A sublayer with its residual connection and its LayerNorm (section 3.1).
struct SublayerActivations {
    SublayerKind kind = SublayerKind::feed_forward;
    NormPlacement norm_placement = NormPlacement::after;
    AttentionActivations attention;                               // empty in a feed-forward network
    FeedForwardActivations ffn;                                   // empty in an attention
    LayerNormActivations post_norm;                               // with NormPlacement::around
    Tensor residual{Axis::batch, Axis::position, Axis::feature};  // where sublayers are parallel, the last one's is that of all
    LayerNormActivations norm;                                    // empty where parallel sublayers read the norm of the first
};

/// A layer: its sublayers in order of computation.
struct LayerActivations {
    std::vector<SublayerActivations> sublayers;

    /// Its sublayer of a kind, alone or with what is around it. Requires: the layer has one.
    const SublayerActivations& of(SublayerKind kind) const;
    const AttentionActivations& self_attn() const { return of(SublayerKind::self_attention).attention; }
    const AttentionActivations& cross_attn() const { return of(SublayerKind::cross_attention).attention; }
    const FeedForwardActivations& ffn() const { return of(SublayerKind::feed_forward).ffn; }
    SublayerActivations& of(SublayerKind kind) { return const_cast<SublayerActivations&>(std::as_const(*this).of(kind)); }
    AttentionActivations& self_attn() { return of(SublayerKind::self_attention).attention; }
    AttentionActivations& cross_attn() { return of(SublayerKind::cross_attention).attention; }
    FeedForwardActivations& ffn() { return of(SublayerKind::feed_forward).ffn; }

    static constexpr bool names_members = true;  // for core/tensor/fields.h

    template <class Visit, class Layer, class... Same>
    static bool any_member(Visit&& visit, Layer& layer, Same&... same) {
        for (std::size_t i = 0; i < layer.sublayers.size(); ++i) {
            auto& own = layer.sublayers[i];
            const bool found = own.kind == SublayerKind::feed_forward
                                   ? visit(name(own.kind), own.ffn, same.sublayers[i].ffn...)
                                   : visit(name(own.kind), own.attention, same.sublayers[i].attention...);
            if (found || visit(post_norm_name(own.kind), own.post_norm, same.sublayers[i].post_norm...) ||
                visit(residual_names[i], own.residual, same.sublayers[i].residual...) ||
                visit(norm_names[i], own.norm, same.sublayers[i].norm...))
                return true;
        }
        return false;
    }
};

struct StackActivations {
    std::vector<LayerActivations> layers;
    LayerNormActivations norm;  // with final_norm

    static constexpr auto fields() {
        return std::tuple{Field{"layers", &StackActivations::layers}, Field{"norm", &StackActivations::norm}};
    }
};

/// What comes between the last stack and the logits, in models that have it.
struct HeadActivations {
    Tensor dense{Axis::batch, Axis::position, Axis::feature};  // with output_transform, like the next two
    Tensor activation{Axis::batch, Axis::position, Axis::feature};
    LayerNormActivations norm;
    Tensor scaled{Axis::batch, Axis::position, Axis::feature};       // with scale_output
    Tensor projected{Axis::batch, Axis::position, Axis::embedding};  // with project_output
    Tensor uncapped{Axis::batch, Axis::position, Axis::vocabulary};  // with logits_cap: the logits before their cap

    static constexpr auto fields() {
        using A = HeadActivations;
        return std::tuple{Field{"dense", &A::dense},   Field{"activation", &A::activation}, Field{"norm", &A::norm},
                          Field{"scaled", &A::scaled}, Field{"projected", &A::projected},   Field{"uncapped", &A::uncapped}};
    }
};

/// The classes of the sentences, from the first position of the last layer, in models that tell them.
struct ClassifierActivations {
    Tensor dense{Axis::batch, Axis::feature};
    Tensor activation{Axis::batch, Axis::feature};
    Tensor scores{Axis::batch, Axis::category};
    Tensor probabilities{Axis::batch, Axis::category};

    static constexpr auto fields() {
        using A = ClassifierActivations;
        return std::tuple{Field{"dense", &A::dense}, Field{"activation", &A::activation}, Field{"scores", &A::scores},
                          Field{"probabilities", &A::probabilities}};
    }
};

struct Activations {
    EmbeddingActivations src;
    StackActivations encoder;
    Tensor memory{Axis::batch, Axis::position, Axis::feature};  // the encoder's output, which every decoder layer attends to
    EmbeddingActivations tgt;
    StackActivations decoder;
    HeadActivations head;
    Tensor logits{Axis::batch, Axis::position, Axis::vocabulary};
    Tensor probabilities{Axis::batch, Axis::position, Axis::vocabulary};
    IndexTensor predictions{Axis::batch, Axis::position};
    ClassifierActivations classifier;                 // with classes, in place of logits
    IndexTensor labels{Axis::batch, Axis::position};  // labels, token_loss and loss: if the batch has labels
    Tensor token_loss{Axis::batch, Axis::position};
    Tensor loss{Axis::item};
    LoneAttentionActivations attention;  // the only tensors of a model that is one attention alone

    std::shared_ptr<const ModelDescription> model = {};  // what computed them, kept for the next pass of the same model

    static constexpr auto fields() {
        using A = Activations;
        return std::tuple{Field{"src", &A::src},
                          Field{"encoder", &A::encoder},
                          Field{"memory", &A::memory},
                          Field{"tgt", &A::tgt},
                          Field{"decoder", &A::decoder},
                          Field{"head", &A::head},
                          Field{"logits", &A::logits},
                          Field{"probabilities", &A::probabilities},
                          Field{"predictions", &A::predictions},
                          Field{"classifier", &A::classifier},
                          Field{"labels", &A::labels},
                          Field{"token_loss", &A::token_loss},
                          Field{"loss", &A::loss},
                          Field{"attention", &A::attention}};
    }
};

/// Gives both stacks their layers, the layers their sublayers and attentions their norms of queries and keys, as the model or the
/// other activations have them. Keeps the tensors of what already exists.
void shape_stacks(const ModelDescription& model, Activations& a);
void shape_stacks_like(const Activations& other, Activations& a);

}  // namespace vitrine
