#pragma once
/// What the modules outside of the layers are: embeddings, positions, LayerNorms, the output.

#include <array>

#include "core/import/layer_parts.h"

namespace vitrine {

/// The parts that source and target have each. One table for both is in both places.
struct SideParts {
    Found table, projection, positions, embedding_norm, stack_norm;
};

struct OuterParts {
    SideParts source, target;
    Found output;       ///< the matrix before the logits, with its bias if it has one
    Found output_bias;  ///< a bias that belongs to no matrix
    std::vector<LeftTensor> left;
};

/// Sorts the modules that belong to no layer. `width`: d_model. `words`: of the target's vocabulary, where that is known; otherwise
/// 0. Requires: the modules are in one vector.
OuterParts outer_parts_of(const std::vector<const ForeignModule*>& modules, Size width, Size words = 0);

}  // namespace vitrine
