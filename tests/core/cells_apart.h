#pragma once
/// How many of a tensor's cells are looked at by the tests that look at every one of them.

#include "core/tensor/tensor.h"

namespace vitrine::tests {

/// 1, and 7 under the address sanitizer: it looks for accesses that are not allowed, which a part of the cells shows as well, and
/// makes each many times slower.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr Size cells_apart = 7;
#else
inline constexpr Size cells_apart = 1;
#endif

}  // namespace vitrine::tests
