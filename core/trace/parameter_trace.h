#pragma once
/// Parameters seen as named tensors, in the way a run's own tensors are.

#include "core/model/parameters.h"
#include "core/trace/trace.h"

namespace vitrine {

/// Each parameter under PyTorch's name, with its symbol, its role and the first step of the run that reads it; its outline has no
/// steps of its own. Copies no numbers: the parameters have to outlive the trace.
Trace make_parameter_trace(const Outline& run, const std::vector<ParameterView>& parameters);

}  // namespace vitrine
