#pragma once
/// How much arithmetic a model is.

#include "core/model/batch.h"

namespace vitrine {

/// The floating-point operations of a forward pass's matrix products, a multiplication and an addition being two. Everything else
/// is small beside them. Going back takes twice as many: one product for the input and one for the weights of each.
double product_operations(const Configuration& configuration, const Batch& batch);

}  // namespace vitrine
