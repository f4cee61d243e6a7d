#pragma once
/// T5's relative positions (Raffel et al. 2020, section 2.1): every head adds a learned number to a score, which depends on the
/// distance between key and query alone. Distances that are far apart share one of a few buckets.

#include "core/ops/dependence.h"

namespace vitrine {

struct RelativeBuckets {
    Size count = 32;            ///< rows of the table
    Size max_distance = 128;    ///< all distances from here on share the last bucket
    bool bidirectional = true;  ///< keys after the query have buckets of their own; false: they share that of distance 0

    bool operator==(const RelativeBuckets&) const = default;
};

/// The bucket of a key seen from a query: small distances have one each, larger ones share buckets that grow with the distance.
Size relative_bucket(Size key, Size query, const RelativeBuckets& buckets);

/// bias[0, h, q, k] = table[bucket of k seen from first_query + q, h]. table: [buckets, H]; bias: [1, H, q, k].
void relative_positions_forward(const Tensor& table, const RelativeBuckets& buckets, Size first_query, Tensor& bias);

/// Adds to d_table, for first_query = 0: all layers of a stack read the same table.
void relative_positions_backward(const RelativeBuckets& buckets, const Tensor& d_bias, Tensor& d_table);

/// biased = scores + bias, which all sentences share. scores, biased: [B, H, q, k]; bias: [1, H, q, k].
void add_bias_forward(const Tensor& scores, const Tensor& bias, Tensor& biased);

struct BiasGradients {
    Tensor& scores;
    Tensor& bias;
};

/// Sets the gradients of scores and bias, the latter summed over the batch.
void add_bias_backward(const Tensor& d_biased, BiasGradients d);

/// Operands: table.
Dependence relative_positions_dependence(const RelativeBuckets& buckets);

/// Operands: scores, bias.
Dependence add_bias_dependence();

}  // namespace vitrine
