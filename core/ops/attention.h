#pragma once
/// The products of scaled dot-product attention (section 3.2.1), head by head.
///
/// Queries may have more heads than keys and values, H and G (grouped-query attention, Ainslie et al. 2023): query head h reads key
/// head h·G/H, rounded down. With G = 1 all read the same (multi-query attention, Shazeer 2019).

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "core/ops/dependence.h"

namespace vitrine {

/// The divisor of the products of queries and keys.
struct ScoreDivisor {
    bool root_of_width = true;  ///< √d, as in the paper
    Size layer = 1;             ///< a further divisor: the number of the layer, counted from 1, where a model divides by that, too
    std::optional<double> width{};  ///< in place of d; none: the features of a head

    /// 1 / divisor. 1/√d keeps the variance of a score at 1 where Q's and K's numbers have variance 1 (section 3.2.1, footnote 4).
    double factor(Size head_width) const;
};

/// Tensors [batch, head, query, key] of an attention that are not in memory.
struct FetchedAttention {
    std::shared_ptr<const FetchedCells> scores, masked_scores, weights;
};

/// scores = Q·Kᵀ / √d for every sentence and head. query: [B, H, q, d], key: [B, G, k, d], scores: [B, H, q, k].
void scores_forward(const Tensor& query, const Tensor& key, Tensor& scores, ScoreDivisor divisor = {});

struct ScoresGradients {
    Tensor& query;
    Tensor& key;
    ScoreDivisor divisor{};
};

/// Sets the gradients of query and key.
void scores_backward(const Tensor& query, const Tensor& key, const Tensor& d_scores, ScoresGradients d);

/// context = weights · V for every sentence and head. weights: [B, H, q, k], value: [B, G, k, d], context: [B, H, q, d].
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

/// How many query heads read one key head.
struct HeadGroups {
    Size size = 1;
};

/// Operands: query, key. `symbols`: their names in the formula, "Q" and "K".
Dependence scores_dependence(Size head_width, ScoreDivisor divisor = {}, HeadGroups groups = {},
                             const std::array<std::string, 2>& symbols = {"Q", "K"});

/// Operands: weights, value. `weights`: their name in the formula, since dropout may come between.
Dependence context_dependence(const std::string& weights = "weights", HeadGroups groups = {});

/// Operands: context.
Dependence merge_heads_dependence();

/// Kᵀ is K with its last two axes swapped. Operands: key. `symbol`: its name in the formula, "K".
Dependence key_transposed_dependence(const std::string& symbol = "K");

}  // namespace vitrine
