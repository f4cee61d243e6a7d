#pragma once
/// A forward pass that differs from the model's own: in what the description says, or in what single operations compute.

#include <functional>
#include <unordered_map>

#include "core/model/description.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// Computes a tensor in another way. It gets the result of the model's own operation, and may read every tensor before it.
using Replacement = std::function<void(Tensor& result)>;

struct Replacements {
    std::unordered_map<const void*, Replacement> of{};  ///< by the address of the result
    /// Called with each tensor of numbers as soon as it is complete, in order of computation; empty: nobody asks. It may change the
    /// tensor, and ends the pass by an exception.
    Replacement complete{};
};

/// Computes all activations of a model that is described so, operation by operation. With no replacements, and the description of
/// the pass, they are those of forward(). Requires: shape_stacks() has given the activations their layers, the pass has no
/// interventions.
void forward(const Pass& pass, const ModelDescription& model, const Replacements& replacements, Activations& activations);

}  // namespace vitrine
