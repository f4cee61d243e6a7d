#pragma once
/// How large the gradient is in each layer of the backward pass: its norm at every point of the residual stream, which carries it
/// from layer to layer (He et al. 2016, section 3; Xiong et al. 2020 compare these norms for both placements of LayerNorm).

#include <optional>
#include <string>
#include <vector>

#include "core/trace/trace.h"

namespace vitrine {

/// A point of the residual stream: after the embedding, after an addition in a layer, or the memory.
struct StreamPlace {
    std::string path;  ///< the path of its tensor
    std::string name;  ///< "Encoder layer 1, Self-attention": the part that adds to the stream there
    Side side = Side::source;
    double norm = 0;  ///< √Σ (∂loss/∂cell)² over the whole tensor, all sentences; not finite if a cell is not
};

/// All points of the stream that have a gradient, in the order of the backward pass.
std::vector<StreamPlace> gradient_flow(const Trace& gradients);

/// The first and the last point of a stack that the gradient passes: after the stack's last addition, and after its embedding.
struct StackEnds {
    StreamPlace enters, leaves;

    /// Below 1: the gradient shrinks during the backward pass.
    double ratio() const { return leaves.norm / enters.norm; }
};

/// Nothing where the stack has no layer with a gradient.
std::optional<StackEnds> stack_ends(const std::vector<StreamPlace>& flow, Side side);

/// How much of the gradient passes the softmax of an attention: √Σ ∂scores² ÷ √Σ ∂weights², over the pairs of positions that its
/// mask allows, in all sentences and heads. `attention`: "encoder.layers.0.self_attn". Nothing where no gradient arrives.
std::optional<double> softmax_passage(const Trace& values, const Trace& gradients, const std::string& attention);

}  // namespace vitrine
