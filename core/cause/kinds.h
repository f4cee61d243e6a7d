#pragma once
/// The mistakes that the search knows: what each is called, and in which part of a model it can be.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/model/configuration.h"

namespace vitrine {

enum class CauseKind : std::uint8_t {
    scores_not_divided,
    divided_by_sqrt_d_model,
    divided_by_width,
    no_causal_mask,
    causal_mask_shifted,
    no_padding_mask,
    mask_on_queries,
    mask_inverted,
    memory_mask_wrong,
    mask_before_scaling,
    mask_scaled,
    mask_after_softmax,
    softmax_wrong_axis,
    key_value_swapped,
    query_key_swapped,
    heads_split_wrong,
    heads_merged_wrong,
    output_projection_transposed,
    output_projection_missing,
    shared_attention,
    rotation_missing,
    position_bias_missing,
    head_norm_missing,
    scores_cap_missing,
    window_missing,
    residual_missing,
    residual_wrong_source,
    norm_order,
    norm_inside,
    norm_missing,
    eps_outside_root,
    eps_inside_root,
    variance_divisor,
    activation_wrong,
    activation_missing,
    final_norm_missing,
    embedding_not_scaled,
    embedding_scaled,
    positions_off_by_one,
    positions_missing,
    positions_in_halves,
    dropout_on,
    labels_not_shifted,
    loss_of_padding,
};

/// The part of a model that a mistake is in.
enum class CausePlace : std::uint8_t {
    attention,  ///< "decoder.layers.1.cross_attn"
    layer,      ///< "encoder.layers.0": its LayerNorms, residual connections and feed-forward network
    stack,      ///< "encoder" or "decoder": the LayerNorm after its layers
    side,       ///< "src" or "tgt": the embeddings, and for "tgt" also the loss
};

struct CauseText {
    CauseKind kind;
    std::string_view name;  ///< "scores-not-divided"
    CausePlace place;
};

/// All kinds. Of two that explain the same numbers, the first is the likelier.
std::span<const CauseText> cause_kinds();

std::string_view name(CauseKind kind);
CausePlace place_of(CauseKind kind);

}  // namespace vitrine
