#pragma once
/// All parameters in one contiguous block of memory, so that an optimiser needs one loop.

#include <span>

#include "core/model/parameters.h"

namespace vitrine {

/// Parameters (or gradients, or optimiser moments) stored one after another, each aligned to a cache line; the gaps are 0 and stay
/// 0. Neither copyable nor movable, since its tensors point into it.
class ParameterBuffer {
public:
    /// All values are 0. Requires: the configuration passes check().
    explicit ParameterBuffer(const Configuration& configuration);
    ParameterBuffer(const ParameterBuffer&) = delete;
    ParameterBuffer& operator=(const ParameterBuffer&) = delete;

    Parameters& tensors() { return tensors_; }
    const Parameters& tensors() const { return tensors_; }

    std::span<Scalar> cells() { return cells_; }
    std::span<const Scalar> cells() const { return cells_; }

    /// Copies the values of `parameters`. Requires: the same configuration.
    void assign(const Parameters& parameters);

private:
    std::vector<Scalar, AlignedAllocator<Scalar>> cells_;
    Parameters tensors_;
};

/// Requires: the same configuration.
void copy_cells(const ParameterBuffer& from, ParameterBuffer& to);

}  // namespace vitrine
