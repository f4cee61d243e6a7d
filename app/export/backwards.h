#pragma once
/// Every gradient of a run, including those of parameters, for a file. For the screen, only those of tensors are kept.

#include <memory>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/files/tensor_bytes.h"

namespace vitrine {

class RunBackwards {
public:
    /// Runs the backward pass; for a difference, uses the gradients that it has. Throws Error if there are none.
    explicit RunBackwards(std::shared_ptr<const Run> run);
    RunBackwards(const RunBackwards&) = delete;  // the trace points at the numbers beside it
    RunBackwards& operator=(const RunBackwards&) = delete;

    /// The gradient of a recorded tensor or of a parameter. Throws Error if it has none.
    TensorView find(const std::string& path) const;

    /// All gradients by the names of their tensors, those of parameters with the prefix "parameters."; without views of other
    /// tensors.
    std::vector<NamedTensor> all() const;

private:
    std::shared_ptr<const Run> run_;
    Activations activations_;
    Parameters parameters_;
    Trace trace_;
};

}  // namespace vitrine
