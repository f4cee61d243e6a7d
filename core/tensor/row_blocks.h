#pragma once
/// Loops over blocks of matrix rows, in parallel where that pays.

#include "core/tensor/parallel.h"

namespace vitrine {

/// Calls body(first, count) for consecutive blocks of the rows 0 … rows − 1. `work`: the cost of one row in multiplications. The
/// blocks do not depend on the number of threads.
template <class Body>
void for_row_blocks(Size rows, Size work, Body&& body) {
    constexpr Size most = 64, enough_work = 100'000;
    const Size height = std::clamp<Size>(enough_work / std::max<Size>(1, work), 1, most);
    parallel_for((rows + height - 1) / height, rows * work, [&](Size i) { body(i * height, std::min(height, rows - i * height)); });
}

}  // namespace vitrine
