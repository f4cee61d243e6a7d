#pragma once
/// The parts of a model that mistakes are made in, with all that the mistaken operations read. Only core/cause includes this.

#include "core/against/our_run.h"
#include "core/cause/mistake.h"
#include "core/model/activations.h"
#include "core/model/description.h"
#include "core/model/parameters.h"
#include "core/pass/replacements.h"

namespace vitrine {

/// An attention.
struct AttentionSite {
    std::string where;  ///< "decoder.layers.1.cross_attn"
    const AttentionDescription& description;
    const AttentionParameters& parameters;
    AttentionActivations& a;
    const Tensor& queries;            ///< [B, q, D], what queries are projected from
    const Tensor& keys;               ///< [B, k, D], the same of keys
    const Tensor& values;             ///< [B, k, D], the same of values
    const IndexTensor& query_tokens;  ///< [B, q]
    const IndexTensor& key_tokens;    ///< [B, k]
    std::int32_t query_pad;           ///< what is padding among the query's tokens
};

/// A norm of a layer, of a stack or of the embeddings.
struct NormSite {
    std::string where;  ///< "encoder.layers.0", "encoder", "src"
    int number;         ///< in its layer, see norms_at(); 1 outside of layers
    LayerNormOptions options;
    LayerNormActivations& a;
    std::function<const Tensor&()> x;  ///< what it normalises, once that is computed
};

/// A sublayer with its residual connection, and what a wrong one may add instead of x.
struct SublayerSite {
    std::string layer;  ///< "encoder.layers.0"
    int number;         ///< from 1
    const SublayerDescription& description;
    SublayerActivations& a;
    const Tensor& x;
    const Tensor& of_layer;             ///< the layer's input
    const Tensor& of_stack;             ///< the stack's input
    const SublayerActivations* before;  ///< the sublayer before; null: this is the first
    const Tensor* x_before;             ///< its input
};

/// A run of ours with mistakes.
struct MistakenRun {
    const OurRun& run;
    const ModelDescription& model;  ///< with the mistakes that a description can have
    const MistakesMade& made;
    HiddenRows hidden_rows;
};

/// Adds what replaces the operations of all mistaken parts. Requires: the activations have their layers.
void replace_in_all(const MistakenRun& run, Activations& activations, Replacements& to);

/// Adds to what replaces a result: after what is there already.
void replace(Tensor& result, Replacement replacement, Replacements& to);

void replace_in_attention(const AttentionSite& at, const MistakesMade& made, HiddenRows hidden_rows, Replacements& to);
void replace_in_norm(const NormSite& at, const MistakesMade& made, Replacements& to);
void replace_in_sublayer(const SublayerSite& at, const MistakesMade& made, Replacements& to);

/// The mistake that changes the mask of an attention; null if there is none.
const Mistake* find_mask_mistake(const MistakesMade& made, const std::string& attention);

/// Fills mask [B, 1, q, k] with the mistake in it. `options`: the mask without this mistake.
void make_altered_mask(const Mistake& mistake, const AttentionSite& at, const MaskOptions& options, MaskTensor& mask);

}  // namespace vitrine
