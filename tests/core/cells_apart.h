#pragma once
/// The step between the cells that tests look at if they check all cells of a tensor.

#include "core/tensor/tensor.h"

namespace vitrine::tests {

/// 1, or 7 under the address sanitizer, which makes each check many times slower and only looks for invalid accesses, which a
/// part of the cells shows, too.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr Size cells_apart = 7;
#else
inline constexpr Size cells_apart = 1;
#endif

}  // namespace vitrine::tests
