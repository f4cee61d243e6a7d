#pragma once
/// A part of a batch that one thread trains on.

#include "core/model/parameter_buffer.h"
#include "core/pass/transformer.h"

namespace vitrine {

struct Shard {
    explicit Shard(const Configuration& configuration) : parameter_gradients(configuration) {}

    Batch batch;
    Activations activations, gradients;
    ParameterBuffer parameter_gradients;
};

/// Copies shard number `index` of `parts` of a batch's sentences, with the padding of the whole batch.
void take_sentences(const Batch& whole, std::size_t index, std::size_t parts, Batch& part);

/// The number of labels that are not padding.
Size count_labels(const IndexTensor& labels, std::int32_t pad);

}  // namespace vitrine
