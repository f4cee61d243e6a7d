#pragma once
/// The whole model of figure 1.

#include "core/model/activations.h"
#include "core/model/batch.h"
#include "core/model/parameters.h"

namespace vitrine {

/// Runs the batch through encoder and decoder, target tokens given (teacher forcing), and records every tensor in `a`. The batch
/// and the configuration have been checked. With an `a` of an earlier run of the same sizes nothing is allocated.
void forward(const Configuration& configuration, const Parameters& parameters, const Batch& batch, Activations& a);

}  // namespace vitrine
