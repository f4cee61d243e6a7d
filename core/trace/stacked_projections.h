#pragma once
/// W_Q, W_K and W_V, and their biases, if one parameter stacks them along its output axis, as nn.MultiheadAttention's
/// in_proj_weight does.

#include <string>
#include <vector>

#include "core/trace/outline.h"

namespace vitrine {

/// One of the three in a stacked parameter.
struct StackedProjection {
    std::string symbol;         ///< "W_Q", or "b_Q" for a bias
    Role role = Role::query;    ///< query, key or value
    Size first = 0, count = 0;  ///< its range along Axis::output
    std::string attention;      ///< the block that reads it, "decoder.layers.0.cross_attn"
};

/// The projections in a parameter, which together make up all of its outputs; empty: it stacks none (for example, it is W_Q alone),
/// or the run does not read it. `run`: the outline of the run.
std::vector<StackedProjection> stacked_projections(const Outline& run, const TensorInfo& parameter);

/// One part of a stacked parameter, or of its gradient, as a tensor of its own. Requires: the values are in memory.
TensorView part_of_stack(const TensorView& stack, const StackedProjection& part);

}  // namespace vitrine
