#pragma once
/// What a key really brings to a word, which its weight alone does not say: a large weight on a short value moves little.
/// Kobayashi et al. 2020, "Attention is Not Only a Weight: Analyzing Transformers with Vector Norms".

#include <vector>

#include "core/explain/attention_place.h"

namespace vitrine {

/// value[k] · W_O, over the columns of W_O that belong to the head: what a key adds to `output` per unit of weight. [key, feature
/// D]
Tensor values_in_output(const AttentionActivations& attention, const AttentionParameters& parameters, const HeadPlace& place);

/// ‖weights[q,k] · value[k] · W_O‖, the length of what each key adds to `output` at each query: [query, key]. The weights are those
/// that were used, so with dropout the dropped ones. All heads' and keys' vectors and the bias together are `output`.
Tensor contributions(const AttentionActivations& attention, const AttentionParameters& parameters, const HeadPlace& place);

/// One feature's part in a score: scores[q,k] = Σ products / √d.
struct FeatureProduct {
    Size feature = 0;
    double query = 0, key = 0;
    double product() const { return query * key; }
};

/// All d features of a pair of tokens, in their order.
struct TokenPair {
    Size query = 0, key = 0;
};
std::vector<FeatureProduct> feature_products(const AttentionActivations& attention, const HeadPlace& place, const TokenPair& pair);

/// The places of the largest products by absolute value, the largest first, of equal ones the earlier.
std::vector<std::size_t> by_size(const std::vector<FeatureProduct>& products);

}  // namespace vitrine
