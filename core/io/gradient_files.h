#pragma once
/// Saving what a backward pass has computed, as TRACE.md's "Gradients" has it.

#include <filesystem>
#include <vector>

#include "core/io/tensor_bytes.h"
#include "core/model/transformer.h"

namespace vitrine {

/// Every gradient by the name of the tensor it belongs to, a parameter's with "parameters." in front.
std::vector<NamedTensor> named_gradients(const Activations& activations, const Parameters& parameters);

/// Runs a batch forwards and backwards and writes its gradients to a safetensors file, whole or not at all. Error where the batch
/// has no labels.
void save_gradients(const Configuration& configuration, const Parameters& parameters, const Batch& batch,
                    const std::filesystem::path& path);

}  // namespace vitrine
