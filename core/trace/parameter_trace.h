#pragma once
/// Parameters as named tensors, like the tensors of a run.

#include "core/model/parameter_names.h"
#include "core/trace/trace.h"

namespace vitrine {

/// A trace of the parameters, each with its symbol, its role and the first step of the run that reads it. Its outline has no
/// steps. Copies no numbers. `names`: the names that the model's folder has, if they are not ours. Requires: the parameters
/// outlive the trace.
Trace make_parameter_trace(const Outline& run, const std::vector<ParameterView>& parameters, const ParameterNames& names = {});

/// The tensors of the same parameters for that outline, with the right axes for tables: a table of positions has rows for
/// positions, not for tokens of a vocabulary.
std::vector<TensorView> parameter_tensors(const Outline& named, const std::vector<ParameterView>& parameters);

}  // namespace vitrine
