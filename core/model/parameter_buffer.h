#pragma once
/// All parameters in one piece of memory, so that an optimiser goes over them once.

#include <span>
#include <vector>

#include "core/model/parameters.h"

namespace vitrine {

/// Parameters (or their gradients, or an optimiser's moments) whose tensors lie one after another, each beginning on a cache line;
/// the gaps are 0 and stay 0. Neither copied nor moved: its tensors point into it.
class ParameterBuffer {
public:
    /// All zero. The configuration has been checked.
    explicit ParameterBuffer(const Configuration& configuration);
    ParameterBuffer(const ParameterBuffer&) = delete;
    ParameterBuffer& operator=(const ParameterBuffer&) = delete;

    Parameters& tensors() { return tensors_; }
    const Parameters& tensors() const { return tensors_; }

    std::span<Scalar> cells() { return cells_; }
    std::span<const Scalar> cells() const { return cells_; }

    /// Takes over the values of parameters of the same configuration.
    void assign(const Parameters& parameters);

private:
    std::vector<Scalar, AlignedAllocator<Scalar>> cells_;
    Parameters tensors_;
};

}  // namespace vitrine
