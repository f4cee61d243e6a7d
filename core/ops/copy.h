#pragma once
/// Copies of a tensor.

#include <algorithm>

#include "core/tensor/tensor.h"

namespace vitrine {

/// output = x. Resizes the output.
template <class T>
void copy_forward(const TensorOf<T>& x, TensorOf<T>& output) {
    output = x;
}

/// Copies the cells; the output keeps its own axis names. Requires: both have the same shape.
template <class T>
void copy_cells_forward(const TensorOf<T>& x, TensorOf<T>& output) {
    std::copy(x.data(), x.data() + x.count(), output.data());
}

}  // namespace vitrine
