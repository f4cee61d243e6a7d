#pragma once
/// Reads the cells of fetched tensors (core/tensor/fetched.h) block by block, and windows of any tensor.

#include <functional>
#include <span>

#include "core/tensor/tensor.h"

namespace vitrine {

/// Receives a block of cells; `first` is the number of its first cell. Returns false to stop reading.
using UseBlock = std::function<bool(Size first, std::span<const float> cells)>;

/// Reads the cells in row-major order of the view's indices, some hundred thousand at a time. Throws Error where the cells no
/// longer exist.
void for_each_block(const TensorView& fetched, const UseBlock& use);

/// Reads the same cells in the order that is fastest for their device; `first` then is the number of cells read before.
void for_each_block_in_any_order(const TensorView& fetched, const UseBlock& use);

/// True where any thread may read the tensor's cells, several at a time; else only the thread that draws may.
bool any_thread_reads(const TensorView& tensor);

/// Copies a window of any tensor to `cells`, in row-major order.
void read_window(const TensorView& tensor, const Window& window, float* cells);

}  // namespace vitrine
