#pragma once
/// A finished forward pass seen as named tensors: the names are the outline's, the numbers are the activations' own.

#include <memory>

#include "core/trace/outline.h"

namespace vitrine {

struct Trace {
    std::shared_ptr<const Outline> outline;
    std::vector<TensorView> tensors;  ///< in step with outline->tensors; those this run does not have are not present()

    /// The tensor of a path; not present() where there is none.
    TensorView find(const std::string& path) const;
};

/// Names what a forward pass has computed. Copies no numbers: the activations must outlive the trace.
Trace make_trace(std::shared_ptr<const Outline> outline, const Activations& activations);

/// The same into a trace of an earlier run, allocating nothing.
void update_trace(const Activations& activations, Trace& trace);

}  // namespace vitrine
