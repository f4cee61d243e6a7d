#pragma once
/// What the ways to run the model share. core/model alone includes this.

#include "core/model/blocks.h"
#include "core/model/transformer.h"

namespace vitrine {

/// Calls every operation of the forward pass, in order. The pass's parameters are altered already.
void compute(const Pass& pass, const Execution& run, Activations& activations);

/// The same in two parts, without a loss: `src`, `encoder` and `memory`, and then all that the decoder makes of that memory; with a
/// step, of the last word of each sentence only.
void compute_encoder(const Pass& pass, const Execution& run, Activations& activations);
void compute_decoder(const Pass& pass, const Execution& run, const WordStep* step, Activations& activations);

/// The interventions of a pass, none where it has none.
const Interventions& interventions_of(const Pass& pass);

}  // namespace vitrine
