#pragma once
/// Every gradient of a run, its parameters' too, for a file: the screen keeps those of the tensors only.

#include <memory>
#include <string>
#include <vector>

#include "app/run/run.h"
#include "core/files/tensor_bytes.h"

namespace vitrine {

class RunBackwards {
public:
    /// Goes through the run backwards; of a difference, takes those that both runs have shown. Throws Error where there are none.
    explicit RunBackwards(std::shared_ptr<const Run> run);
    RunBackwards(const RunBackwards&) = delete;  // the trace points at the numbers beside it
    RunBackwards& operator=(const RunBackwards&) = delete;

    /// The gradient of a recorded tensor or of a parameter. Throws Error where it has none.
    TensorView find(const std::string& path) const;

    /// All of them, each by the name of its tensor, a parameter's with "parameters." in front; no views of others.
    std::vector<NamedTensor> all() const;

private:
    std::shared_ptr<const Run> run_;
    Activations activations_;
    Parameters parameters_;
    Trace trace_;
};

}  // namespace vitrine
