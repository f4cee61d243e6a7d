#pragma once
/// How much one step of training learns from.

#include "core/tensor/layout.h"

namespace vitrine {

struct BatchSize {
    BatchSize(Size number_of_pairs = 32) : pairs(number_of_pairs) {}

    Size pairs;            ///< sentence pairs in a batch; not used if `tokens` is set
    Size tokens = 0;       ///< as many pairs as fit into this number of tokens, padding included (core/train/token_batches.h);
                           ///< 0: `pairs` counts
    Size accumulated = 1;  ///< number of batches whose gradients, taken together, make one step

    bool operator==(const BatchSize&) const = default;
};

}  // namespace vitrine
