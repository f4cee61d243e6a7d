#pragma once
/// What the ways to run the model share. core/model alone includes this.

#include "core/model/execution.h"
#include "core/model/transformer.h"

namespace vitrine {

/// Calls every operation of the forward pass, in order. The pass's parameters are altered already.
void compute(const Pass& pass, const Execution& run, Activations& activations);

/// The interventions of a pass, none where it has none.
const Interventions& interventions_of(const Pass& pass);

}  // namespace vitrine
