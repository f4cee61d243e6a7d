#pragma once
/// One finished forward pass with everything the screen says about it. Immutable once made, so that drawing and computing never
/// wait for each other.

#include <memory>
#include <string>
#include <vector>

#include "core/io/model.h"
#include "core/tensor/statistics.h"
#include "core/trace/trace.h"

namespace vitrine {

struct Run {
    ModelRequest request;
    Model model;
    Activations activations;
    Trace trace;                            ///< of the activations above
    std::vector<Statistics> statistics;     ///< in step with the outline's tensors
    std::vector<ParameterView> parameters;  ///< of the model above
    std::uint64_t generation = 0;           ///< differs between any two runs of one process

    const Outline& outline() const { return *trace.outline; }

    /// The last step this run has: without labels there is no loss.
    int last_step() const;
};

/// Opens a model, runs it and names what it computed. Throws Error.
std::shared_ptr<const Run> make_run(const ModelRequest& request);

/// The words of a tensor's axis: tokens for positions, words for a vocabulary, empty strings where only a number is right.
/// `sentence` picks the row of the batch.
std::vector<std::string> axis_labels(const Run& run, const TensorInfo& info, int axis, Size sentence);

/// The parameter of a name; not present() where this model has none.
TensorView find_parameter(const Run& run, const std::string& name);

/// How many sentences the batch has, and how many heads every attention has.
Size sentence_count(const Run& run);
Size head_count(const Run& run);

}  // namespace vitrine
