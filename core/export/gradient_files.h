#pragma once
/// Saves gradients to files, as described in docs/TRACE.md, "Gradients".

#include <filesystem>
#include <vector>

#include "core/files/tensor_bytes.h"
#include "core/model/parameter_names.h"
#include "core/pass/transformer.h"

namespace vitrine {

/// All gradients under the names of their tensors, those of parameters with the prefix "parameters.". `names`: the names that the
/// model's folder has; the gradients then also have its layouts.
std::vector<NamedTensor> named_gradients(const Activations& activations, const Parameters& parameters,
                                         const ParameterNames& names = {});

/// Runs the backward pass and writes its gradients atomically: to a NumPy archive if the path ends in .npz, to JSON if
/// it ends in .json, otherwise to a safetensors file. Throws Error where the batch has no labels. Requires: forward filled the
/// activations.
void save_gradients(const Pass& pass, const Activations& activations, const std::filesystem::path& path,
                    const ParameterNames& names = {});

}  // namespace vitrine
