#pragma once
/// Settings of one run of a model, besides its configuration and weights.

#include "core/model/design.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// The defaults are those of inference: no dropout, no label smoothing, the paper's design. Training changes the first two.
struct Regime {
    double dropout = 0;            ///< probability of dropping a number (section 5.4)
    double embedding_dropout = 0;  ///< probability for the sums of embeddings and positions
    std::uint64_t seed = 0;        ///< of the dropout masks
    double label_smoothing = 0;    ///< share of the target distribution that is spread over all tokens (section 5.4)
    Size counted_labels = 0;       ///< divisor of the loss if the batch is part of a larger one; 0: its own number of labels
    Design design = {};            ///< the departures from the paper

    bool operator==(const Regime&) const = default;
};

}  // namespace vitrine
