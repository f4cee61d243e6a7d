#pragma once
/// Dropout for the blocks. Only core/pass includes this.

#include "core/pass/blocks.h"

namespace vitrine {

/// The recorded tensors of a dropout.
struct DropoutRecord {
    MaskTensor& mask;
    Tensor& dropped;
};

/// Returns the tensor that the next operation reads: with p > 0 `dropped`, otherwise x itself, and the record is cleared.
const Tensor& drop(const Tensor& x, double p, const Setting& setting, DropoutRecord record);

/// Sets d_x from the gradient of `dropped`, if the forward pass recorded a dropout.
void drop_backward(const MaskTensor& mask, double p, const Setting& setting, Tensor& d_dropped, Tensor& d_x);

}  // namespace vitrine
