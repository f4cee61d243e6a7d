#pragma once
/// A batch: sentences padded to a common length.

#include "core/model/configuration.h"
#include "core/tensor/tensor.h"

namespace vitrine {

struct Batch {
    IndexTensor src{Axis::batch, Axis::position};     // [B, S]
    IndexTensor tgt{Axis::batch, Axis::position};     // [B, T], the decoder's input: the labels shifted right, after bos
    IndexTensor labels{Axis::batch, Axis::position};  // [B, T]; if empty, there is no loss

    Size sentences() const { return src.size(0); }
    Size source_length() const { return src.size(1); }
    Size target_length() const { return tgt.size(1); }

    /// Whether both have the same shapes of source and target.
    bool has_shapes_of(const Batch& other) const {
        return sentences() == other.sentences() && source_length() == other.source_length() &&
               target_length() == other.target_length();
    }
};

/// Whether source, target and labels are equal, including their shapes.
bool operator==(const Batch& a, const Batch& b);

/// Throws Error naming the field where the model cannot run the batch: it is empty, the numbers of sentences or the shapes differ,
/// an id is outside the vocabulary, a sentence is longer than the learned positions, or the run would record more than 4·10⁹
/// numbers.
void check(const Batch& batch, const Configuration& configuration);

/// Two sentences of random ids, the second one padded, for a model without a batch. Throws Error naming the field of the
/// configuration that makes even this batch too large to record.
Batch random_batch(const Configuration& configuration, std::uint64_t seed);

}  // namespace vitrine
