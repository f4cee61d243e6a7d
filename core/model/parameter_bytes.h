#pragma once
/// How much memory the parameters of a model take, so that a model can be refused before any is taken.

#include "core/model/configuration.h"

namespace vitrine {

/// The bytes of all parameters, each a Scalar.
Size parameter_bytes(const Configuration& configuration);

}  // namespace vitrine
