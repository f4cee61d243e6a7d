#pragma once
/// A finished forward pass as named tensors: names from the outline, numbers from the activations.

#include <memory>

#include "core/trace/outline.h"

namespace vitrine {

struct Trace {
    std::shared_ptr<const Outline> outline;
    std::vector<TensorView> tensors;  ///< in the order of outline->tensors; not present() if this run lacks the tensor

    /// The tensor with this path; not present() if there is none.
    TensorView find(const std::string& path) const;
};

/// Makes a trace of the activations. Copies no numbers. Requires: the activations outlive the trace.
Trace make_trace(std::shared_ptr<const Outline> outline, const Activations& activations);

/// Points an existing trace to other activations of the same outline, without allocating.
void update_trace(const Activations& activations, Trace& trace);

}  // namespace vitrine
