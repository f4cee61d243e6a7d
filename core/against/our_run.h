#pragma once
/// A run of ours, as the reference for another program's trace.

#include <optional>
#include <string>

#include "core/foreign/weight_origins.h"
#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/trace/trace.h"

namespace vitrine {

/// Requires: everything that it refers to outlives it.
struct OurRun {
    const Configuration& configuration;
    const Parameters& parameters;
    const Batch& batch;
    const Trace& trace;
    const Trace* gradients = nullptr;                 ///< null: the batch has no labels, or nobody asked for them
    const Parameters* parameter_gradients = nullptr;  ///< together with `gradients`
    const WeightOrigins* origins = nullptr;           ///< null: nothing is known of the other program's weights
};

/// The tensor of ours to compare with a path: the tensor itself or, if the run has no dropout, the tensor that "dropped_output"
/// and the like would be computed from. Empty if the run has neither.
std::string reference_path(const std::string& path, const Trace& trace);

}  // namespace vitrine
