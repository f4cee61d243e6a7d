#pragma once
/// The metadata in the file of a trace, as described in docs/TRACE.md, "Traces in files".

#include "core/files/tensor_bytes.h"
#include "core/model/batch.h"

namespace vitrine {

/// `format`, `version` of the program, and as JSON `axes` (name → list of axes), `configuration` and `batch`.
Metadata trace_metadata(const std::vector<NamedTensor>& tensors, const Configuration& configuration, const Batch& batch);

}  // namespace vitrine
