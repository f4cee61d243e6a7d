#pragma once
/// Our forward pass with deliberate mistakes in it, to see whether they explain another program's numbers. A mistake changes the
/// description of the model where that can say it, such as where a norm is. All others replace the results of operations.

#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/against/our_run.h"
#include "core/cause/mistake.h"
#include "core/model/activations.h"

namespace vitrine {

/// Called with each tensor as soon as it is complete, in order of computation. The output of every sublayer, wherever its
/// LayerNorm is, is also called "encoder.layers.0.end1" and so on; what dropout would be applied to, also "dropped_output" and so
/// on. Returns false to end the pass.
using WatchTensor = std::function<bool(const std::string& path, const TensorView& tensor)>;

class MistakenPass {
public:
    /// Requires: the model is a Transformer, and everything that the run refers to outlives this.
    explicit MistakenPass(const OurRun& run) : run_(run) {}

    /// Computes the pass with these mistakes; with none, its numbers are those of forward(). Can be called again: the memory is
    /// used again.
    void run(std::span<const Mistake> mistakes, const WatchTensor& watch, HiddenRows hidden_rows = HiddenRows::infinite);

private:
    void name_tensors();
    void name_ends();
    bool show(Tensor& tensor, std::span<const Mistake> mistakes, const WatchTensor& watch);

    const OurRun run_;
    Activations a_;
    std::unordered_map<const void*, std::vector<std::string>> names_;  // of each tensor; the last ones follow from dropout
    std::unordered_map<const void*, std::string> ends_;                // "encoder.layers.0.end1"
};

}  // namespace vitrine
