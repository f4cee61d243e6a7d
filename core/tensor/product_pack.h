#pragma once
/// Packing: copies a part of a matrix into the order in which tiles read it.

#include "core/tensor/product_kernel.h"

namespace vitrine::product_parts {

struct Range {
    Size begin, end;
    Size size() const { return end - begin; }
};

/// One factor of a product. Its number for output index i and summed index l is data[i · stride + l · step].
struct Factor {
    const Scalar* data;
    Size stride, step;
    const Scalar* at(Size i, Size l) const { return data + i * stride + l * step; }
};

/// A square block: `lanes` vectors of `lanes` numbers.
struct Block {
    Vector row[lanes];
};

inline Block load_block(const Scalar* from, Size stride, Size rows, Size columns) {
    Block block;
    if (rows >= lanes && columns >= lanes) {
#pragma GCC unroll 16
        for (int r = 0; r < lanes; ++r) block.row[r] = load(from + r * stride);
    } else {
        for (int r = 0; r < lanes; ++r) block.row[r] = r < rows ? load(from + r * stride, columns) : Vector{};
    }
    return block;
}

/// Interleaves two vectors, a0 b0 a1 b1 …, like the two halves of a pack of cards.
template <int... lane>
inline void interleave(Vector& a, Vector& b, std::integer_sequence<int, lane...>) {
    const Vector low = __builtin_shufflevector(a, b, (lane / 2 + lane % 2 * lanes)...);
    b = __builtin_shufflevector(a, b, (lanes / 2 + lane / 2 + lane % 2 * lanes)...);
    a = low;
}

/// Transposes the block: interleaves its upper half of rows with its lower half, log₂(lanes) times.
inline void transpose(Block& block) {
#pragma GCC unroll 4
    for (int size = lanes; size > 1; size /= 2) {
        Block next;
#pragma GCC unroll 16
        for (int r = 0; r < lanes / 2; ++r) {
            Vector &even = next.row[2 * r], &odd = next.row[2 * r + 1];
            even = block.row[r], odd = block.row[r + lanes / 2];
            interleave(even, odd, std::make_integer_sequence<int, lanes>());
        }
#pragma GCC unroll 16
        for (int r = 0; r < lanes; ++r) block.row[r] = next.row[r];
    }
}

/// Packs a factor into panels of `width` output indices; a panel stores one step of the summed axis after another, its numbers
/// side by side: packed[p · steps + l · width + i] = factor(p + i, l), with p and l counted from the start of the two ranges.
/// Zeros fill the last vector.
inline void pack(const Factor& factor, Range outer, Range summed, Scalar* packed, Size width) {
    const Size steps = summed.size();
    if (factor.stride == 1) {
        for (Size l = 0; l < steps; ++l) {
            for (Size p = 0; p < outer.size(); p += width) {
                for (Size i = p; i < std::min(p + width, outer.size()); i += lanes) {
                    const Vector numbers = load(factor.at(outer.begin + i, summed.begin + l), outer.size() - i);
                    store(packed + p * steps + l * width + i - p, numbers);
                }
            }
        }
        return;
    }
    for (Size p = 0; p < outer.size(); p += width) {
        for (Size i = p; i < std::min(p + width, outer.size()); i += lanes) {
            for (Size l = 0; l < steps; l += lanes) {
                Block block = load_block(factor.at(outer.begin + i, summed.begin + l), factor.stride, outer.size() - i, steps - l);
                transpose(block);
                Scalar* to = packed + p * steps + l * width + i - p;
                for (Size r = 0; r < std::min<Size>(lanes, steps - l); ++r) store(to + r * width, block.row[r]);
            }
        }
    }
}

}  // namespace vitrine::product_parts
