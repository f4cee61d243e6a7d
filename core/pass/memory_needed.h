#pragma once
/// How much memory a run takes, so that it can be refused before it begins.

#include "core/model/batch.h"
#include "core/model/configuration.h"

namespace vitrine {

/// The bytes of all scores, masked scores and weights that a forward pass records: three numbers for every head and every pair of
/// positions in an attention. For a long batch that is nearly everything; the run takes somewhat more.
Size attention_bytes(const Configuration& configuration, const Batch& batch);

}  // namespace vitrine
