#pragma once
/// The innermost loop of every matrix product: a tile of sums that stays in registers while the summed axis runs by.

#include <array>
#include <cstring>
#include <utility>

#include "core/tensor/tensor.h"

namespace vitrine::product_parts {

/// As many bytes as one instruction multiplies, and the largest tile whose sums fit the registers.
#if defined(__AVX512F__)
constexpr int vector_bytes = 64, tile_rows = 6, tile_vectors = 4;
#elif defined(__AVX__)
constexpr int vector_bytes = 32, tile_rows = 4, tile_vectors = 3;
#elif defined(__aarch64__)
constexpr int vector_bytes = 16, tile_rows = 8, tile_vectors = 3;
#else
constexpr int vector_bytes = 16, tile_rows = 4, tile_vectors = 3;
#endif
using Vector __attribute__((vector_size(vector_bytes))) = Scalar;
constexpr int lanes = vector_bytes / sizeof(Scalar);
constexpr int tile_columns = tile_vectors * lanes;

inline Vector load(const Scalar* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
}
inline void store(Scalar* to, Vector vector) { std::memcpy(to, &vector, sizeof vector); }

/// The first `count` numbers, zeros after them. Loops of a fixed length over a condition become masked instructions.
inline Vector load(const Scalar* from, Size count) {
    if (count >= lanes) return load(from);
    Vector vector{};
    for (int i = 0; i < lanes; ++i) vector[i] = i < count ? from[i] : 0;
    return vector;
}
inline void store(Scalar* to, Vector vector, Size count) {
    if (count >= lanes) return store(to, vector);
    for (int i = 0; i < lanes; ++i) {
        if (i < count) to[i] = vector[i];
    }
}

/// What a tile is the product of: left(r, l) = left[r · left_row + l · left_step], and vectors of right(l, ·) side by side at
/// right + l · right_step, for l below depth.
struct TileFactors {
    const Scalar* left;
    Size left_row, left_step;
    const Scalar* right;
    Size right_step, depth;
    Size left_next = 0;  ///< how far on the left numbers lie that are needed next, for tiles that fetch them
};

/// Where a tile goes: to(r, c) = factor · sum(r, c) + bias(c), or that on top of what is there.
struct TileOutput {
    Scalar* to;
    Size stride;
    Scalar factor = 1;
    const Scalar* bias = nullptr;  ///< null: none
    bool add = false;
    Size last = lanes;  ///< how many numbers of the last vector are wanted
};

template <int rows, int vectors>
inline void write_tile(const Vector (&sum)[rows][vectors], const TileOutput& out) {
    const auto wanted = [&](int v) { return v + 1 < vectors ? lanes : out.last; };
    Vector bias[vectors];
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) bias[v] = out.bias ? load(out.bias + v * lanes, wanted(v)) : Vector{};
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
        Scalar* to = out.to + r * out.stride;
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) {
            const Vector result = out.factor * sum[r][v] + bias[v];
            store(to + v * lanes, out.add ? result + load(to + v * lanes, wanted(v)) : result, wanted(v));
        }
    }
}

/// sum(r, c) += Σ left(r, l) · right(l, c), in the order of l. Where `fetching`, every line of the next left numbers is called for,
/// once and at an even pace: left to itself, memory would be waited for at the start of each row.
template <int rows, int vectors, bool fetching>
[[gnu::always_inline]] inline void add_products(const TileFactors& in, Vector (&sum)[rows][vectors]) {
    const Scalar *left = in.left, *right = in.right;
    for (Size l = 0; l < in.depth; ++l, left += in.left_step, right += in.right_step) {
        constexpr Size line = 64 / sizeof(Scalar), pace = line / tile_rows;
        if (fetching && l % pace == 0) __builtin_prefetch(left + in.left_next + l / pace % tile_rows * in.left_row, 0, 2);
        Vector numbers[vectors];
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) numbers[v] = load(right + v * lanes);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
            for (int v = 0; v < vectors; ++v) sum[r][v] += left[r * in.left_row] * numbers[v];
        }
    }
}

/// A tile of a product. The output's lines are called for first, so that writing them does not wait for memory.
template <int rows, int vectors, bool fetching>
void multiply_tile(const TileFactors& in, const TileOutput& out) {
    Vector sum[rows][vectors];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v) {
            sum[r][v] = Vector{};
            __builtin_prefetch(out.to + r * out.stride + v * lanes, 1);
        }
    }
    add_products<rows, vectors, fetching>(in, sum);
    write_tile(sum, out);
}

using TileFunction = void (*)(const TileFactors&, const TileOutput&);

template <bool fetching, int... index>
constexpr std::array<TileFunction, sizeof...(index)> tile_functions(std::integer_sequence<int, index...>) {
    return {multiply_tile<index / tile_vectors + 1, index % tile_vectors + 1, fetching>...};
}

/// The function for a tile of this many rows and vectors, at least one and at most tile_rows and tile_vectors of them.
template <bool fetching>
TileFunction tile_function(Size rows, Size vectors) {
    static constexpr auto functions = tile_functions<fetching>(std::make_integer_sequence<int, tile_rows * tile_vectors>());
    return functions[static_cast<std::size_t>((rows - 1) * tile_vectors + vectors - 1)];
}

}  // namespace vitrine::product_parts
