#pragma once
/// Makes a model of ours from somebody else's tensors, by a mapping.

#include "core/import/mapping.h"
#include "core/model/parameters.h"

namespace vitrine {

/// The configuration that follows from the sizes and answers of a mapping. Throws Error, prefixed with `where`, naming a tensor
/// or rows that the file does not have, or parameters whose sizes contradict each other.
Configuration configuration_of(const Mapping& mapping, const ForeignWeights& weights, const std::string& where);

/// The parameters, put together from the tensors. Requires: configuration_of() has returned the configuration.
Parameters assemble(const Mapping& mapping, const ForeignWeights& weights, const Configuration& configuration);

}  // namespace vitrine
