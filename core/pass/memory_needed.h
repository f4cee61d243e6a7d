#pragma once
/// How much memory a run takes, so that it can be refused before it begins.

#include "core/model/batch.h"
#include "core/model/configuration.h"

namespace vitrine {

/// The bytes of all scores, masked scores and weights of a forward pass that keeps them: three numbers for every head and every two
/// positions of one attention, which of a long batch is nearly everything. The run takes somewhat more.
Size attention_bytes(const Configuration& configuration, const Batch& batch);

}  // namespace vitrine
