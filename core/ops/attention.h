#pragma once
/// The products of scaled dot-product attention (section 3.2.1), head by head.

#include <cstdint>

#include "core/ops/dependence.h"

namespace vitrine {

/// The divisor of the products of queries and keys.
enum class ScoreDivisor : std::uint8_t {
    root_of_width,  ///< √d, as in the paper
    none,
};

/// scores = Q·Kᵀ / √d for every sentence and head. query: [B, H, q, d], key: [B, H, k, d], scores: [B, H, q, k].
void scores_forward(const Tensor& query, const Tensor& key, Tensor& scores, ScoreDivisor divisor = ScoreDivisor::root_of_width);

struct ScoresGradients {
    Tensor& query;
    Tensor& key;
    ScoreDivisor divisor = ScoreDivisor::root_of_width;
};

/// Sets the gradients of query and key.
void scores_backward(const Tensor& query, const Tensor& key, const Tensor& d_scores, ScoresGradients d);

/// context = weights · V for every sentence and head. weights: [B, H, q, k], value: [B, H, k, d], context: [B, H, q, d].
void context_forward(const Tensor& weights, const Tensor& value, Tensor& context);

struct ContextGradients {
    Tensor& weights;
    Tensor& value;
};

/// Sets the gradients of weights and value.
void context_backward(const Tensor& weights, const Tensor& value, const Tensor& d_context, ContextGradients d);

/// merged[b, l] = the contexts of all heads side by side (Concat in section 3.2.2). context: [B, H, L, d], merged: [B, L, H·d].
void merge_heads_forward(const Tensor& context, Tensor& merged);

/// Sets d_context.
void merge_heads_backward(const Tensor& d_merged, Tensor& d_context);

/// Operands: query, key.
Dependence scores_dependence(Size head_width, ScoreDivisor divisor = ScoreDivisor::root_of_width);

/// Operands: weights, value. `weights`: their name in the formula, since dropout may come between.
Dependence context_dependence(const std::string& weights = "weights");

/// Operands: context.
Dependence merge_heads_dependence();

/// Kᵀ is K with its last two axes swapped. Operands: key.
Dependence key_transposed_dependence();

}  // namespace vitrine
