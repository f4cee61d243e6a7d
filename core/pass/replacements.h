#pragma once
/// Operations of a forward pass that compute something else than the model's own.

#include <functional>
#include <unordered_map>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Computes a tensor in another way. It gets the result of the model's own operation, and may read every tensor before it.
using Replacement = std::function<void(Tensor& result)>;

struct Replacements {
    std::unordered_map<const void*, Replacement> of{};  ///< by the address of the result
    /// Called with each tensor of numbers as soon as it is complete, in order of computation; empty: nobody asks. It may change the
    /// tensor, and ends the pass by an exception.
    Replacement complete{};
};

}  // namespace vitrine
