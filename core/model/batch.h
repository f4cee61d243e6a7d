#pragma once
/// The sentences a model is run on, padded to a common length.

#include "core/model/configuration.h"
#include "core/tensor/tensor.h"

namespace vitrine {

struct Batch {
    IndexTensor src{Axis::batch, Axis::position};     // [B, S]
    IndexTensor tgt{Axis::batch, Axis::position};     // [B, T], the decoder's input: labels shifted right behind bos
    IndexTensor labels{Axis::batch, Axis::position};  // [B, T], or empty: then there is no loss

    Size sentences() const { return src.size(0); }
    Size source_length() const { return src.size(1); }
    Size target_length() const { return tgt.size(1); }

    /// As many sentences, of the same lengths.
    bool has_shapes_of(const Batch& other) const {
        return sentences() == other.sentences() && source_length() == other.source_length() &&
               target_length() == other.target_length();
    }
};

/// The same tokens in the same places.
bool operator==(const Batch& a, const Batch& b);

/// Throws Error naming the field where a batch cannot run through the model: empty, unequal numbers of sentences or lengths, ids
/// outside the vocabulary, longer than learned positions, or so large that its activations would need an absurd amount of memory.
void check(const Batch& batch, const Configuration& configuration);

/// Two sentences of random ids, the second one padded, for a model that comes without a batch. Throws Error naming the field of the
/// configuration that makes even those too large to record.
Batch made_up_batch(const Configuration& configuration, std::uint64_t seed);

}  // namespace vitrine
