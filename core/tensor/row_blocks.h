#pragma once
/// Loops over the rows of a matrix in blocks, shared among threads where there are enough of them.

#include <algorithm>

#include "core/tensor/parallel.h"

namespace vitrine {

/// Calls body(first, count) for blocks that together are the rows 0 … rows − 1; work is what one row costs, in multiplications.
/// The blocks are the same whatever the number of threads.
template <class Body>
void for_row_blocks(Size rows, Size work, Body&& body) {
    constexpr Size most = 64;
    parallel_for((rows + most - 1) / most, rows * work, [&](Size i) { body(i * most, std::min(most, rows - i * most)); });
}

}  // namespace vitrine
