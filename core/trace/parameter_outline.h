#pragma once
/// Parameters seen as named tensors, in the way a run's own tensors are.

#include "core/model/parameters.h"
#include "core/trace/trace.h"

namespace vitrine {

/// An outline that has no steps of its own: each parameter with its symbol, its role and the first step of the run that reads it.
Outline make_parameter_outline(const Outline& run, const std::vector<ParameterView>& parameters);

/// The parameters' numbers under that outline, which has to be of the same configuration.
Trace make_parameter_trace(std::shared_ptr<const Outline> outline, const std::vector<ParameterView>& parameters);

}  // namespace vitrine
