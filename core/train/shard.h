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

/// Joins the activations of all shards, or their gradients, as if the whole batch had been one: tensors with a batch axis
/// sentence after sentence. Of the others, sums over the batch, such as the loss and the gradients of positions, are added up,
/// and the rest is taken from the first shard.
enum class Gathered { values, gradients };
void gather(std::span<const Activations* const> shards, Gathered which, Activations& whole);

/// The number of labels that are not padding.
Size count_labels(const IndexTensor& labels, std::int32_t pad);

/// The number of tokens that the encoder and the decoder read, without padding.
std::int64_t count_tokens(const Batch& batch, const Configuration& configuration);

}  // namespace vitrine
