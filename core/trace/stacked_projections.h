#pragma once
/// W_Q, W_K and W_V where one parameter stacks them along its outputs, as nn.MultiheadAttention's in_proj_weight does, and their
/// biases.

#include <string>
#include <vector>

#include "core/trace/outline.h"

namespace vitrine {

/// The outputs of a stacked parameter that are one of the three.
struct StackedProjection {
    std::string symbol;         ///< "W_Q", of a bias "b_Q"
    Role role = Role::query;    ///< query, key or value
    Size first = 0, count = 0;  ///< places along Axis::output
    std::string attention;      ///< the block that reads it, "decoder.layers.0.cross_attn"
};

/// Those of a parameter, which are together all of its outputs; empty: it stacks none, such as one that is W_Q alone, or the run
/// does not read it. `run`: the outline of the run.
std::vector<StackedProjection> stacked_projections(const Outline& run, const TensorInfo& parameter);

/// The part of a stacked parameter, or of its gradient, as a tensor by itself. Requires: its numbers are in memory.
TensorView part_of_stack(const TensorView& stack, const StackedProjection& part);

}  // namespace vitrine
