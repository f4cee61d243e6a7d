#pragma once
/// Loops over independent items on all cores. One thread where the work would not repay waking the others.

#include "core/tensor/layout.h"

namespace vitrine {

/// How many threads loops may use; 0 gives back the machine's own count.
void set_threads(int count);
int threads();

/// Below this many multiplications (2 µs of a core in a matrix product) waking a second thread costs more than it saves.
constexpr Size worth_sharing = 200'000;

/// Calls body(i) for i = 0 … count − 1, in any order; work is the multiplications in all of them together.
template <class Body>
void parallel_for(Size count, Size work, Body&& body) {
    if (work < worth_sharing || threads() == 1) {
        for (Size i = 0; i < count; ++i) body(i);
        return;
    }
#pragma omp parallel for schedule(static)
    for (Size i = 0; i < count; ++i) body(i);
}

}  // namespace vitrine
