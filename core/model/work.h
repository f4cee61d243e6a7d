#pragma once
/// How much arithmetic a model is: that of its matrix products, beside which everything else is small.

#include "core/model/batch.h"

namespace vitrine {

/// The floating-point operations of a forward pass, a multiplication and an addition being two. Going back takes twice as many: one
/// product for the input and one for the weights of each.
double product_operations(const Configuration& configuration, const Batch& batch);

/// One step of decoding: so many sentences, of as many words each, of one source.
struct StepSize {
    Size sentences, words, source;
};

/// The multiplications by which the decoder finds the next word of every sentence when it keeps the keys and values of all words
/// but the last, and those of the source; and when it computes all of its positions.
double kept_step_multiplications(const Configuration& configuration, const StepSize& step);
double full_step_multiplications(const Configuration& configuration, const StepSize& step);

/// Those by which the keys and values of a source come about, in all decoder layers.
double source_keys_multiplications(const Configuration& configuration, Size source);

}  // namespace vitrine
