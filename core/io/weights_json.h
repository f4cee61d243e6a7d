#pragma once
/// Weights written by hand: {"fc_out.weight": [[0.5, …], …], …}.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/files/stored_tensor.h"

namespace vitrine {

/// The tensors of an object of nested lists of numbers, "inf", "-inf" and "nan" being numbers too. Throws Error, `where` first,
/// naming the tensor whose lists are of unequal lengths or hold something else.
StoredTensors weights_from(const nlohmann::json& object, const std::string& where);

}  // namespace vitrine
