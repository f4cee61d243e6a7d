#pragma once
/// Saving what a backward pass has computed, as docs/TRACE.md's "Gradients" has it.

#include <filesystem>
#include <vector>

#include "core/files/tensor_bytes.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// Every gradient by the name of the tensor it belongs to, a parameter's with "parameters." in front.
std::vector<NamedTensor> named_gradients(const Activations& activations, const Parameters& parameters);

/// Runs a pass backwards, whose activations forward has filled, and writes its gradients, whole or not at all: to a NumPy archive
/// where the path ends in .npz, otherwise to a safetensors file. Error where the batch has no labels.
void save_gradients(const Pass& pass, const Activations& activations, const std::filesystem::path& path);

}  // namespace vitrine
