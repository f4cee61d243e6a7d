#pragma once
/// The share of a matrix product that one thread computes, from a block of the output down to its tiles.

#include <cstdint>

#include "core/tensor/product.h"
#include "core/tensor/product_pack.h"

namespace vitrine::product_parts {

/// Up to this many multiplications, plain sums are faster than packing.
constexpr Size few_multiplications = 64;

/// ⌈count / size⌉.
inline Size pieces(Size count, Size size) { return (count + size - 1) / size; }

/// output(i, j) = factor · Σ left(i, l) · right(j, l) + bias(j). left: [rows, depth], right: [columns, depth], output: [rows,
/// columns]. The kernel loads vectors of the right factor and single numbers of the left one. With `transposed`, output and bias
/// are those of the transposed product.
struct Product {
    Factor left, right;
    Size rows, columns, depth;
    Scalar* output;
    Size stride;
    ProductOptions options;
    bool transposed = false;
    std::uint64_t number = 0;  ///< identifies a product whose parts several threads compute; 0: one thread computes it

    Size multiplications() const { return rows * columns * depth; }
};

/// The number of output columns for which the right factor is packed at once. Parts that end at a multiple of it can share packed
/// blocks.
constexpr Size block_columns = 8 * tile_columns;

/// How many steps of the summed axis x · y adds up at once, for an output of this many columns. Longer sums are sums of such
/// pieces.
Size depth_at_once(Size columns);

/// Computes these rows and columns of the output on the calling thread.
void multiply_part(const Product& product, Range rows, Range columns);

/// Allocates the memory for this thread's parts.
void take_workspace();

}  // namespace vitrine::product_parts
