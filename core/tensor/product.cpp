#include "core/tensor/product.h"

#include <omp.h>

#include "core/tensor/parallel.h"
#include "core/tensor/product_pack.h"

namespace vitrine {

namespace {

/// The output is made in strips of rows. One strip of the left factor stays in the first cache, the packed part of the right
/// factor in the second.
constexpr Size strip_rows = std::max(lanes, tile_rows);
constexpr Size most_depth = 512, most_columns = 8 * tile_columns;

/// Rows below which the right factor is read where it is, if its rows can be.
constexpr Size worth_packing = 2 * strip_rows;

/// output(i, j) = factor · Σ left(i, l) · right(j, l) + bias(j). The right factor is read vector by vector, the left one number by
/// number. Where `turned`, output and bias are those of the transposed product.
struct Product {
    Factor left, right;
    Size rows, columns, depth;
    Scalar* output;
    Size stride;
    ProductOptions options;
    bool turned = false;
};

struct Workspace {
    alignas(64) Scalar sums[strip_rows * tile_columns] = {};
    alignas(64) Scalar left[most_depth * strip_rows];
    alignas(64) Scalar right[most_depth * most_columns];
};

Workspace& workspace() {
    thread_local std::vector<Workspace, AlignedAllocator<Workspace>> own(1);
    return own.front();
}

Size pieces(Size count, Size size) { return (count + size - 1) / size; }

void write(Scalar* output, Vector sum, Size count, const Scalar* bias, const ProductOptions& options) {
    Vector result = options.factor * sum;
    if (bias) result += load(bias, count);
    if (options.write == Write::add) result += load(output, count);
    store(output, result, count);
}

void write_strip(const Product& product, const Scalar* sums, Range rows, Range columns) {
    const ProductOptions& options = product.options;
    if (!product.turned) {
        for (Size i = rows.begin; i < rows.end; ++i, sums += tile_columns) {
            for (Size j = 0; j < columns.size(); j += lanes) {
                const Size column = columns.begin + j;
                write(product.output + i * product.stride + column, load(sums + j), columns.size() - j,
                      options.bias ? options.bias + column : nullptr, options);
            }
        }
        return;
    }
    for (Size i = 0; i < rows.size(); i += lanes) {
        for (Size j = 0; j < columns.size(); j += lanes) {
            Block block = load_block(sums + i * tile_columns + j, tile_columns, lanes, lanes);
            transpose(block);
            const Size count = std::min<Size>(lanes, columns.size() - j), row = rows.begin + i;
            for (Size r = 0; r < count; ++r) {
                write(product.output + (columns.begin + j + r) * product.stride + row, block.row[r], rows.size() - i,
                      options.bias ? options.bias + row : nullptr, options);
            }
        }
    }
}

/// One strip of the output, for a part of the columns and of the summed axis.
void multiply_strip(const Product& product, Range rows, Range columns, Range summed, const Scalar* packed) {
    Workspace& own = workspace();
    Factor left{product.left.at(rows.begin, summed.begin), product.left.stride, product.left.step};
    if (left.step != 1 && columns.size() > tile_columns) {
        pack(product.left, rows, summed, own.left, strip_rows);
        left = {own.left, 1, strip_rows};
    }
    for (Size j = columns.begin; j < columns.end; j += tile_columns) {
        const Range panel{j, std::min(j + tile_columns, columns.end)};
        const Size width = whole_vectors(panel.size());
        TileFactors tile{nullptr, left.stride, left.step, product.right.at(j, summed.begin), product.right.step, summed.size(), left.step == 1 ? strip_rows * left.stride : 0};
        if (packed) {
            tile.right = packed + (j - columns.begin) * summed.size();
            tile.right_step = width;
        }
        for (Size i = 0; i < rows.size(); i += tile_rows) {
            tile.left = left.at(i, 0);
            tile_function(std::min<Size>(tile_rows, rows.size() - i), width / lanes)(tile, own.sums + i * tile_columns);
        }
        write_strip(product, own.sums, rows, panel);
    }
}

/// A part of the output, on one thread.
void multiply_part(Product product, Range rows, Range columns) {
    Workspace& own = workspace();
    Size l = 0;
    do {
        const Range summed{l, std::min(l + most_depth, product.depth)};
        for (Size j = columns.begin; j < columns.end; j += most_columns) {
            const Range block{j, std::min(j + most_columns, columns.end)};
            const bool in_place = product.right.stride == 1 && rows.size() < worth_packing && block.size() % lanes == 0;
            for (Size p = j; p < block.end && !in_place; p += tile_columns) {
                const Range panel{p, std::min(p + tile_columns, block.end)};
                pack(product.right, panel, summed, own.right + (p - j) * summed.size(), whole_vectors(panel.size()));
            }
            for (Size i = rows.begin; i < rows.end; i += strip_rows) {
                multiply_strip(product, {i, std::min(i + strip_rows, rows.end)}, block, summed, in_place ? nullptr : own.right);
            }
        }
        product.options.bias = nullptr, product.options.write = Write::add;
        l = summed.end;
    } while (l < product.depth);
}

/// Threads share the longer axis of the output, in whole tiles.
void multiply_shared(const Product& product) {
    const int wanted = product.rows * product.columns * product.depth < worth_sharing ? 1 : threads();
    if (wanted == 1) return multiply_part(product, {0, product.rows}, {0, product.columns});
    const bool by_rows = product.rows > product.columns;
    const Size whole = by_rows ? product.rows : product.columns, unit = by_rows ? tile_rows : lanes;
#pragma omp parallel num_threads(wanted)
    {
        const Size share = pieces(pieces(whole, unit), omp_get_num_threads()) * unit;
        const Range own{std::min(whole, omp_get_thread_num() * share), std::min(whole, (omp_get_thread_num() + 1) * share)};
        if (own.size() > 0) {
            multiply_part(product, by_rows ? own : Range{0, product.rows}, by_rows ? Range{0, product.columns} : own);
        }
    }
}

}  // namespace

void multiply_transposed(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    const Size n = x.rows, k = x.columns, m = y.rows;
    Product product{{x.data, x.stride, 1}, {y.data, y.stride, 1}, n, m, k, output.data, output.stride, options};
    // Turning y costs reading and writing it once, turning x the same, and turning the output on top of that.
    if (n * (k + m) < k * m) {
        std::swap(product.left, product.right);
        std::swap(product.rows, product.columns);
        product.turned = true;
    }
    multiply_shared(product);
}

void multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    multiply_shared({{x.data, x.stride, 1}, {y.data, 1, y.stride}, x.rows, y.columns, x.columns, output.data, output.stride, options});
}

void transposed_multiply(const MatrixIn& x, const MatrixIn& y, const MatrixOut& output, const ProductOptions& options) {
    multiply_shared({{x.data, 1, x.stride}, {y.data, 1, y.stride}, x.columns, y.columns, x.rows, output.data, output.stride, options});
}

}  // namespace vitrine
