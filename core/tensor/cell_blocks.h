#pragma once
/// All cells of a tensor that lies elsewhere, block by block.

#include <functional>
#include <span>

#include "core/tensor/tensor.h"

namespace vitrine {

/// What is done with a block of cells: those from number `first` on. False: no more are wanted.
using UseBlock = std::function<bool(Size first, std::span<const float> cells)>;

/// Reads the cells of a fetched tensor in the order of its view's indices, some hundred thousand at a time. Throws Error where they
/// are no longer to be had.
void for_each_block(const TensorView& fetched, const UseBlock& use);

/// The same cells in whatever order they are quickest to read; `first` counts those read before.
void for_each_block_in_any_order(const TensorView& fetched, const UseBlock& use);

}  // namespace vitrine
