#pragma once
/// Small random numbers and choices.

#include <cstddef>
#include <iterator>

#include "core/tensor/random.h"

namespace vitrine::fuzz {

/// A number from 0 to bound − 1. Requires: bound ≥ 1.
inline std::size_t below(Random& random, std::size_t bound) { return static_cast<std::size_t>(random.below(bound)); }

/// True once in `n` times.
inline bool once_in(Random& random, std::size_t n) { return below(random, n) == 0; }

/// A random element of a list. Requires: the list is not empty.
template <class List>
decltype(auto) one_of(List&& list, Random& random) {
    return *std::next(std::begin(list), static_cast<std::ptrdiff_t>(below(random, std::size(list))));
}

}  // namespace vitrine::fuzz
