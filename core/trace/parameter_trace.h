#pragma once
/// Parameters as named tensors, like the tensors of a run.

#include "core/model/parameter_names.h"
#include "core/trace/trace.h"

namespace vitrine {

/// A trace of the parameters, each with its symbol, its role and the first step of the run that reads it. Its
/// outline has no steps. Copies no numbers. `names`: those of the model's folder, if they are
/// not ours. Requires: the parameters outlive the trace.
Trace make_parameter_trace(const Outline& run, const std::vector<ParameterView>& parameters, const ParameterNames& names = {});

}  // namespace vitrine
