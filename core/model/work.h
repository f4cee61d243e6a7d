#pragma once
/// The arithmetic cost of a model's matrix products, which outweigh everything else.

#include "core/model/batch.h"

namespace vitrine {

/// The floating-point operations of a forward pass; a multiplication and an addition count as two. The backward pass takes twice as
/// many: for each product, one for the gradient of the input and one for that of the weights.
double product_operations(const Configuration& configuration, const Batch& batch);

/// The size of a decoding step: the number of sentences, the tokens in each, and the length of the source.
struct DecodingSize {
    Size sentences, words, source;
};

/// The multiplications of the decoder for the next token of every sentence: with a key-value cache of all earlier tokens and the
/// source, and without a cache, when all positions are computed.
double cached_step_multiplications(const Configuration& configuration, const DecodingSize& step);
double full_step_multiplications(const Configuration& configuration, const DecodingSize& step);

/// The multiplications for the cross-attention keys and values of a source, in all decoder layers.
double source_key_value_multiplications(const Configuration& configuration, Size source);

}  // namespace vitrine
