#pragma once
/// A model of ours, made of somebody else's tensors by a mapping.

#include "core/import/mapping.h"
#include "core/model/parameters.h"

namespace vitrine {

/// The configuration that the sizes and the answers of a mapping make. Throws Error, prefixed with `where`, naming a tensor that
/// the file does not have, rows that it does not have, or parameters whose sizes contradict each other.
Configuration configuration_of(const Mapping& mapping, const ForeignWeights& weights, const std::string& where);

/// The parameters, put together. Requires: configuration_of() has made the configuration.
Parameters assemble(const Mapping& mapping, const ForeignWeights& weights, const Configuration& configuration);

}  // namespace vitrine
