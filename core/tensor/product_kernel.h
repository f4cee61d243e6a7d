#pragma once
/// The innermost loop of every matrix product: a tile of sums that stays in registers during the loop over the summed axis.

#include <array>
#include <cstring>
#include <utility>

#include "core/tensor/tensor.h"

namespace vitrine::product_parts {

/// The width of a vector register in bytes, and the largest tile whose sums fit the registers.
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

/// Loads the first `count` numbers and fills the rest with zeros. The compiler turns such loops of fixed length with a condition
/// into masked instructions, where there are any; in WebAssembly, halves and single numbers are moved instead.
inline Vector load(const Scalar* from, Size count) {
    if (count >= lanes) return load(from);
    Vector vector{};
#if defined(__wasm_simd128__)
    static_assert(lanes <= 4);
    if (count >= 2) std::memcpy(&vector, from, 2 * sizeof(Scalar));
    if (count == 1) vector[0] = from[0];
    if (count == 3) vector[2] = from[2];
#else
    for (int i = 0; i < lanes; ++i) vector[i] = i < count ? from[i] : 0;
#endif
    return vector;
}
inline void store(Scalar* to, Vector vector, Size count) {
    if (count >= lanes) return store(to, vector);
#if defined(__wasm_simd128__)
    if (count >= 2) std::memcpy(to, &vector, 2 * sizeof(Scalar));
    if (count == 1) to[0] = vector[0];
    if (count == 3) to[2] = vector[2];
#else
    for (int i = 0; i < lanes; ++i) {
        if (i < count) to[i] = vector[i];
    }
#endif
}

/// The factors of a tile: left(r, l) = left[r · left_row + l · left_step]; right(l, ·) are vectors side by side at right + l ·
/// right_step; l < depth.
struct TileFactors {
    const Scalar* left;
    Size left_row, left_step;
    const Scalar* right;
    Size right_step, depth;
    Size left_next = 0;  ///< offset of the left numbers that the next tile needs, for tiles that prefetch them
};

/// Where a tile is written: to(r, c) = factor · sum(r, c) + bias(c), added to the old value if `add`.
struct TileOutput {
    Scalar* to;
    Size stride;
    Scalar factor = 1;
    const Scalar* bias = nullptr;  ///< null: none
    bool add = false;
    Size last = lanes;  ///< how many numbers of the last vector are written
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

/// sum(r, c) += Σ left(r, l) · right(l, c), in the order of l. With `fetching`, each cache line of the next left numbers is
/// prefetched once, at an even pace; the hardware alone would stall at the start of each row.
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

/// Computes one tile of a product. Prefetches the output's cache lines first, so that writing them does not wait for memory.
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

/// The function for a tile of `rows` × `vectors`. Requires: 1 ≤ rows ≤ tile_rows, 1 ≤ vectors ≤ tile_vectors.
template <bool fetching>
TileFunction tile_function(Size rows, Size vectors) {
    static constexpr auto functions = tile_functions<fetching>(std::make_integer_sequence<int, tile_rows * tile_vectors>());
    return functions[static_cast<std::size_t>((rows - 1) * tile_vectors + vectors - 1)];
}

}  // namespace vitrine::product_parts
