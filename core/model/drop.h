#pragma once
/// Dropout as the blocks use it. core/model alone includes this.

#include "core/model/blocks.h"

namespace vitrine {

/// What is read instead of x: in training `dropped`, otherwise x itself, mask and dropped then being absent.
const Tensor& drop(const Tensor& x, const Setting& setting, MaskTensor& mask, Tensor& dropped);

/// Sets d_x from the gradient of `dropped`, where forward dropped something.
void drop_backward(const MaskTensor& mask, const Setting& setting, const Tensor& d_dropped, Tensor& d_x);

}  // namespace vitrine
