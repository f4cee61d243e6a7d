#pragma once
/// Finds out what the modules of one layer are: projections of its attentions, the feed-forward network, LayerNorms.

#include <array>
#include <vector>

#include "core/import/attention_parts.h"

namespace vitrine {

/// The parts of a layer. Those of an encoder's layer have one attention and two LayerNorms.
struct LayerParts {
    AttentionParts self, cross;
    Found linear1, linear2;
    std::array<Found, 3> norms;
    std::vector<const ForeignModule*> left;     ///< weights without a place
    std::vector<const ForeignModule*> buffers;  ///< masks and counters
};

/// Sorts the modules of one layer. `width`: d_model, the length of LayerNorms.
LayerParts parts_of_layer(const std::vector<const ForeignModule*>& modules, Stack stack, Size width);

}  // namespace vitrine
