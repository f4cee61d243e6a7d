#pragma once
/// The whole encoder-decoder of the paper's figure 1, forwards and backwards.

#include "core/model/activations.h"
#include "core/model/attention_device.h"
#include "core/model/batch.h"
#include "core/model/parameters.h"
#include "core/model/regime.h"
#include "core/pass/interventions.h"

namespace vitrine {

/// One model on one batch.
struct Pass {
    const Configuration& configuration;
    const Parameters& parameters;
    const Batch& batch;  ///< checked against the configuration
    Regime regime{};
    const Interventions* interventions = nullptr;  ///< checked against the model and the batch; null: none

    /// Asked by forward where the mask comes before the softmax and nothing is dropped or altered; null: everything is computed
    /// here. What it leaves elsewhere are fetched tensors, of which backward makes no gradients and rerun makes a full run.
    const AttentionDevice* device = nullptr;
};

/// True where the cells of some of the activations are not in memory.
bool are_fetched(const Activations& activations);

/// Fills the activations. With labels, the loss too. Reuses the activations' memory: the second run of a shape allocates nothing.
void forward(const Pass& pass, Activations& activations);

/// The same as the model is used: no dropout, every mask.
inline void forward(const Configuration& configuration, const Parameters& parameters, const Batch& batch,
                    Activations& activations) {
    forward({configuration, parameters, batch}, activations);
}

/// ∂loss/∂tensor, in the types of the tensors themselves.
struct Gradients {
    Activations& activations;  ///< ids, masks, probabilities, the loss itself and sinusoidal positions have none and are absent
    Parameters& parameters;    ///< of the configuration's shapes already
};

/// Goes through the forward pass from its end to its beginning. The activations are those that forward filled for this very pass,
/// with labels. Every gradient is set, whatever it held before; the second run of a shape allocates nothing.
/// Through a silenced head or a skipped part of a residual nothing flows back, and gradients are those at the overwritten
/// parameters. Throws Error where other numbers than parameters are overwritten: what they were computed from would get a wrong
/// gradient; and where a device has kept some of the activations.
void backward(const Pass& pass, const Activations& activations, Gradients gradients);

}  // namespace vitrine
