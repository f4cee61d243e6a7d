#pragma once
/// Weights written by hand: {"fc_out.weight": [[0.5, …], …], …}.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/files/stored_tensor.h"

namespace vitrine {

/// The tensors of an object of nested lists of numbers; "inf", "-inf" and "nan" count as numbers. Throws Error, prefixed with
/// `where`, naming a tensor whose lists are ragged or hold something else.
StoredTensors weights_from(const nlohmann::json& object, const std::string& where);

}  // namespace vitrine
