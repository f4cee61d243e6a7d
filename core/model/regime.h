#pragma once
/// What holds for one run of a model, beside its weights.

#include <cstdint>

#include "core/model/design.h"
#include "core/tensor/tensor.h"

namespace vitrine {

/// As a model is used: no dropout, the plain mean loss, every choice of the paper's. Training changes the first two; taking a
/// choice back shows what it is for.
struct Regime {
    double dropout = 0;            ///< the probability with which a number is dropped (section 5.4)
    double embedding_dropout = 0;  ///< the same for the sums of embeddings and positions
    std::uint64_t seed = 0;        ///< of what is dropped
    double label_smoothing = 0;    ///< the share of the target spread over all words (section 5.4)
    Size counted_labels = 0;       ///< what the loss is divided by, where a batch is part of a larger one; 0: its own labels
    Design design = {};            ///< which of the paper's choices are taken back

    bool operator==(const Regime&) const = default;
};

}  // namespace vitrine
