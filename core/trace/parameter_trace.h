#pragma once
/// Parameters as named tensors, like the tensors of a run.

#include "core/model/parameters.h"
#include "core/trace/trace.h"

namespace vitrine {

/// A trace of the parameters under PyTorch's names, each with its symbol, its role and the first step of the run that reads it. Its
/// outline has no steps. Copies no numbers. Requires: the parameters outlive the trace.
Trace make_parameter_trace(const Outline& run, const std::vector<ParameterView>& parameters);

}  // namespace vitrine
