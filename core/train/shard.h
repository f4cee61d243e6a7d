#pragma once
/// A part of a batch that one thread trains on.

#include <span>

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

/// The activations of all shards, or their gradients, as those of the whole batch: sentence after sentence; what belongs to no
/// sentence is the first one's, and of sums over the batch, such as the loss and gradients of positions, the sum.
enum class Gathered { values, gradients };
void gather(std::span<const Activations* const> shards, Gathered which, Activations& whole);

/// The number of labels that are not padding.
Size count_labels(const IndexTensor& labels, std::int32_t pad);

}  // namespace vitrine
