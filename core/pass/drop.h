#pragma once
/// Dropout as the blocks use it. core/model alone includes this.

#include "core/pass/blocks.h"

namespace vitrine {

/// Where dropout is recorded.
struct DropoutRecord {
    MaskTensor& mask;
    Tensor& dropped;
};

/// What is read instead of x: in training, with a probability p above 0, `dropped`, otherwise x itself, and then the record is
/// absent.
const Tensor& drop(const Tensor& x, double p, const Setting& setting, DropoutRecord record);

/// Sets d_x from the gradient of `dropped`, where forward dropped something.
void drop_backward(const MaskTensor& mask, double p, const Tensor& d_dropped, Tensor& d_x);

}  // namespace vitrine
