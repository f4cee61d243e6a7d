#pragma once
/// A batch: sentences padded to a common length.

#include "core/model/configuration.h"
#include "core/tensor/tensor.h"

namespace vitrine {

struct Batch {
    IndexTensor src{Axis::batch, Axis::position};       // [B, S]
    IndexTensor tgt{Axis::batch, Axis::position};       // [B, T], the decoder's input: the labels shifted right, after bos
    IndexTensor labels{Axis::batch, Axis::position};    // [B, T], of an encoder alone [B, S], of classes [B, 1]; empty: no loss
    IndexTensor segments{Axis::batch, Axis::position};  // [B, S], for a model with segments; empty: all are of segment 0

    // What one attention alone reads; empty for a Transformer. Its keys and values are named by the tokens of src, its queries by
    // those of tgt.
    Tensor query{Axis::batch, Axis::position, Axis::feature};  // [B, T, D]
    Tensor key{Axis::batch, Axis::position, Axis::feature};    // [B, S, D]
    Tensor value{Axis::batch, Axis::position, Axis::feature};  // [B, S, D]

    Size sentences() const { return src.empty() ? tgt.size(0) : src.size(0); }
    Size source_length() const { return src.size(1); }
    Size target_length() const { return tgt.size(1); }

    /// Whether both have the same shapes of source and target.
    bool has_shapes_of(const Batch& other) const {
        return sentences() == other.sentences() && source_length() == other.source_length() &&
               target_length() == other.target_length();
    }
};

/// Whether source, target, labels, segments and vectors are equal, including their shapes.
bool operator==(const Batch& a, const Batch& b);

/// Throws Error naming the field where the model cannot run the batch: it is empty, the numbers of sentences or the shapes differ,
/// an id is outside the vocabulary, the vectors of one attention alone have other shapes, a sentence is longer than the learned
/// positions, or the run would record more than 4·10⁹ numbers.
void check(const Batch& batch, const Configuration& configuration);

/// About how many numbers a run of the model on this batch records.
double recorded_numbers(const Batch& batch, const Configuration& configuration);

/// The number of pairs like the one in this batch that a run can record, at 4·10⁹ numbers in all.
Size most_recordable(const Batch& one, const Configuration& configuration);

/// Two sentences of random ids, the second one padded, for a model without a batch; for one attention alone random vectors. Throws
/// Error naming the field of the configuration that makes even this batch too large to record.
Batch random_batch(const Configuration& configuration, std::uint64_t seed);

}  // namespace vitrine
