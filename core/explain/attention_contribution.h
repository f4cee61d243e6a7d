#pragma once
/// The contribution of a key to the output, which its weight alone does not show: a large weight on a short value changes little.
/// Kobayashi et al. 2020, "Attention is Not Only a Weight: Analyzing Transformers with Vector Norms".

#include <vector>

#include "core/explain/attention_place.h"

namespace vitrine {

/// The head of the keys and values that a head of the queries reads. In grouped attention (core/ops/attention.h), several heads
/// read the same one.
Size key_head_of(const AttentionActivations& attention, Size head);

/// value[k] · W_O, with the head's columns of W_O: what a key adds to `output` per unit of attention weight. [key, feature D]
Tensor values_in_output(const AttentionActivations& attention, const AttentionParameters& parameters, const HeadPlace& place);

/// ‖weights[q,k] · value[k] · W_O‖, the length of each key's contribution to `output`: [query, key]. With dropout, the dropped
/// weights are used. `output` is the sum of the vectors of all heads and keys, and the bias.
Tensor contributions(const AttentionActivations& attention, const AttentionParameters& parameters, const HeadPlace& place);

/// The part of one feature in a score: scores[q,k] = Σ products / √d. With rotary positions the query and the key are the turned
/// ones.
struct FeatureProduct {
    Size feature = 0;
    double query = 0, key = 0;
    double product() const { return query * key; }
};

/// A query and a key.
struct TokenPair {
    Size query = 0, key = 0;
};

/// The products of all d features of a pair, in order.
std::vector<FeatureProduct> feature_products(const AttentionActivations& attention, const HeadPlace& place, const TokenPair& pair);

/// Indices of the products by descending magnitude, ties in order.
std::vector<std::size_t> by_size(const std::vector<FeatureProduct>& products);

}  // namespace vitrine
