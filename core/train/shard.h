#pragma once
/// A part of a batch, trained on by a thread of its own.

#include "core/model/parameter_buffer.h"
#include "core/pass/transformer.h"

namespace vitrine {

struct Shard {
    explicit Shard(const Configuration& configuration) : parameter_gradients(configuration) {}

    Batch batch;
    Activations activations, gradients;
    ParameterBuffer parameter_gradients;
};

/// Part number `index` of `parts` of a batch's sentences, as padded as the whole.
void take_sentences(const Batch& whole, std::size_t index, std::size_t parts, Batch& part);

/// How many labels are not padding.
Size count_labels(const IndexTensor& labels, std::int32_t pad);

}  // namespace vitrine
