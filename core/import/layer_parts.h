#pragma once
/// What the modules of one layer are: projections of its attentions, the feed-forward network, LayerNorms.

#include <array>
#include <vector>

#include "core/import/attention_parts.h"

namespace vitrine {

/// The parts of a layer. Those of an encoder have one attention and two LayerNorms.
struct LayerParts {
    AttentionParts self, cross;
    Found linear1, linear2;
    std::array<Found, 3> norms;
    std::vector<const ForeignModule*> left;     ///< weights that have no place
    std::vector<const ForeignModule*> buffers;  ///< masks and counters
};

/// Takes the modules of one layer apart. `width`: d_model, the length of LayerNorms.
LayerParts parts_of_layer(const std::vector<const ForeignModule*>& modules, Stack stack, Size width);

}  // namespace vitrine
