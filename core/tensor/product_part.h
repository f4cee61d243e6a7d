#pragma once
/// What one thread computes of a matrix product: the way from a block of the output down to its tiles.

#include <cstdint>

#include "core/tensor/product.h"
#include "core/tensor/product_pack.h"

namespace vitrine::product_parts {

/// So many multiplications take less time than preparing panels: their sums are formed one by one.
constexpr Size few_multiplications = 64;

/// How many pieces of a size cover so many.
inline Size pieces(Size count, Size size) { return (count + size - 1) / size; }

/// output(i, j) = factor · Σ left(i, l) · right(j, l) + bias(j). left: [rows, depth], right: [columns, depth], output: [rows,
/// columns]. The right factor is read vector by vector, the left one number by number. Where `turned`, output and bias are
/// those of the transposed product.
struct Product {
    Factor left, right;
    Size rows, columns, depth;
    Scalar* output;
    Size stride;
    ProductOptions options;
    bool turned = false;
    std::uint64_t number = 0;  ///< of a product that threads share among all of those; 0: of one that they do not

    Size multiplications() const { return rows * columns * depth; }
};

/// The columns of the output for which the right factor is prepared at once. Parts that end at these share what was prepared.
constexpr Size block_columns = 8 * tile_columns;

/// How many steps of the summed axis x · y, of so many columns, takes in one go: sums longer than this are sums of such pieces.
Size depth_at_once(Size columns);

/// Computes these rows and columns of the output, on the calling thread.
void multiply_part(const Product& product, Range rows, Range columns);

/// Takes the memory that this thread's parts need.
void take_workspace();

}  // namespace vitrine::product_parts
