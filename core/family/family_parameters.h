#pragma once
/// The parameters of a model under the names, and in the layouts, of the folder that it came from.

#include "core/family/family.h"
#include "core/model/parameters.h"

namespace vitrine {

enum class Buffers : std::uint8_t { with, without };

/// Parameters, or their gradients, which buffers do not have. Q, K and V are views of the stacked weight.
std::vector<ParameterView> family_parameters(const Parameters& parameters, const FamilyModel& model, Buffers buffers);

}  // namespace vitrine
