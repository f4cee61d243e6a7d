#pragma once
/// Finds out what the modules outside of the layers are: embeddings, positions, LayerNorms, the output.

#include <array>

#include "core/import/layer_parts.h"

namespace vitrine {

/// The parts that both source and target have. A common table is in both.
struct SideParts {
    Found table, projection, positions, embedding_norm, stack_norm;
};

struct OuterParts {
    SideParts source, target;
    Found output;       ///< the matrix before the logits, with its bias if it has one
    Found output_bias;  ///< a bias without a matrix
    std::vector<LeftTensor> left;
};

/// Sorts the modules that belong to no layer. `width`: d_model. `words`: the size of the target's vocabulary, if known; otherwise
/// 0. Requires: the modules are in one vector.
OuterParts outer_parts_of(const std::vector<const ForeignModule*>& modules, Size width, Size words = 0);

}  // namespace vitrine
