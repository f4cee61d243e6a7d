#include "core/tensor/product_part.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace vitrine::product_parts {

namespace {

/// Tiles are computed strip by strip. A strip is a whole number of tiles and of vectors high, and as long along the summed axis as
/// a block of the right factor. That block stays in the second-level cache, together with a band of the left factor if it is
/// packed.
constexpr Size strip_rows = std::lcm(lanes, tile_rows), band_rows = std::max<Size>(1, 128 / strip_rows) * strip_rows;
constexpr Size block_depth = 512, block_numbers = block_columns * block_depth;

/// A part of a matrix that spans at most this many numbers stays in the second-level cache, where any access order is fast.
constexpr Size in_cache = 1 << 17;

/// With at most this many rows of output, the right factor is not packed, if its rows can be loaded as vectors.
constexpr Size few_rows = 2 * lanes;

/// Names a block of the right factor. Since shared products are numbered, a thread recognises a block that it packed for another
/// part.
struct BlockName {
    std::uint64_t product = 0;
    Size column = 0, step = 0;  // the first of each

    bool operator==(const BlockName&) const = default;
};

struct Workspace {
    alignas(64) Scalar sums[strip_rows * tile_columns] = {};
    alignas(64) Scalar left[band_rows * block_depth];
    alignas(64) Scalar right[block_numbers];
    BlockName block;  // the block that `right` holds
};

Workspace& workspace() {
    thread_local const auto own = std::make_unique_for_overwrite<Workspace>();
    return *own;
}

/// A packed block of the right factor: the panel for column p of the block starts at first + p · apart.
struct Panels {
    const Scalar* first;
    Size width, step, apart;
};

/// Computes a part of the output, on one thread.
class Part {
public:
    Part(const Product& product, Range rows, Range columns) : product_(product), rows_(rows), columns_(columns) {}

    void multiply();

private:
    Panels panels(Range columns, Range summed);
    void multiply_band(Range rows, Range columns, Range summed, const Panels& panels);
    void multiply_strip(TileFactors tile, Range rows, Range columns);
    void fetch_transposed(Range rows, Range columns) const;
    void write_transposed(Range rows, Range columns) const;
    void write(Scalar* output, Vector sum, Size count, Size bias) const;

    Product product_;
    Range rows_, columns_;
    Workspace& workspace_ = workspace();
};

void Part::multiply() {
    const bool in_strips = product_.left.step == 1;
    const Size height = in_strips ? strip_rows : band_rows;
    // Depends on the columns of the whole product, not of this part, so that sums are cut at the same places for any number of
    // threads.
    const Size at_once = in_strips ? depth_at_once(product_.columns) : block_depth;
    for (Size l = 0; l < product_.depth; l += at_once) {
        const Range summed{l, std::min(l + at_once, product_.depth)};
        for (Size j = columns_.begin; j < columns_.end; j += block_columns) {
            const Range block{j, std::min(j + block_columns, columns_.end)};
            const Panels right = panels(block, summed);
            for (Size i = rows_.begin; i < rows_.end; i += height) {
                multiply_band({i, std::min(i + height, rows_.end)}, block, summed, right);
            }
        }
        product_.options.bias = nullptr, product_.options.write = Write::add;  // the following pieces of the sums are added
    }
}

/// Packs a block of the right factor.
Panels Part::panels(Range columns, Range summed) {
    const Factor& right = product_.right;
    // As few panels as there can be, evened out: the tiles of a panel of one vector wait for their own additions.
    const Size width = pieces(pieces(columns.size(), lanes), pieces(columns.size(), tile_columns)) * lanes;
    const bool readable = right.stride == 1 && columns.size() % lanes == 0;
    if (readable && (rows_.size() <= few_rows || right.step * summed.size() <= in_cache)) {
        return {right.at(columns.begin, summed.begin), width, right.step, 1};
    }
    const BlockName block{product_.number, columns.begin, summed.begin};
    const bool held = product_.number != 0 && workspace_.block == block;
    if (!held) pack(right, columns, summed, workspace_.right, width);
    workspace_.block = block;
    return {workspace_.right, width, width, summed.size()};
}

/// Packing the left factor pays if several panels read it and its columns lie too far apart for the caches.
void Part::multiply_band(Range rows, Range columns, Range summed, const Panels& panels) {
    const Factor& left = product_.left;
    TileFactors tile{.left = left.at(rows.begin, summed.begin),
                     .left_row = left.stride,
                     .left_step = left.step,
                     .right = panels.first,
                     .right_step = panels.step,
                     .depth = summed.size(),
                     .left_next = strip_rows * left.stride};
    Size strip_apart = strip_rows * left.stride;
    if (left.step != 1 && columns.size() > panels.width && left.step * summed.size() > in_cache) {
        pack(left, rows, summed, workspace_.left, strip_rows);
        tile.left = workspace_.left, tile.left_row = 1, tile.left_step = strip_rows;
        strip_apart = strip_rows * summed.size();
    }
    for (Size j = columns.begin; j < columns.end; j += panels.width, tile.right += panels.width * panels.apart) {
        TileFactors strip = tile;
        for (Size i = rows.begin; i < rows.end; i += strip_rows, strip.left += strip_apart) {
            multiply_strip(strip, {i, std::min(i + strip_rows, rows.end)}, {j, std::min(j + panels.width, columns.end)});
        }
    }
}

/// One strip of the output for one panel of the right factor. Prefetching pays for large factors only.
void Part::multiply_strip(TileFactors tile, Range rows, Range columns) {
    const bool fetching = tile.left_step == 1 && product_.rows * product_.depth > in_cache;
    const auto function = fetching ? tile_function<true> : tile_function<false>;
    const ProductOptions& options = product_.options;
    TileOutput out{.to = workspace_.sums, .stride = tile_columns};
    if (!product_.transposed) {
        out = {.to = product_.output + rows.begin * product_.stride + columns.begin,
               .stride = product_.stride,
               .factor = options.factor,
               .bias = options.bias ? options.bias + columns.begin : nullptr,
               .add = options.write == Write::add,
               .last = (columns.size() - 1) % lanes + 1};
    }
    if (product_.transposed) fetch_transposed(rows, columns);
    const Size vectors = pieces(columns.size(), lanes);
    for (Size tiles = pieces(rows.size(), tile_rows), rest = rows.size(); tiles > 0; --tiles) {
        const Size height = pieces(rest, tiles);
        function(height, vectors)(tile, out);
        rest -= height, tile.left += height * tile.left_row, out.to += height * out.stride;
    }
    if (product_.transposed) write_transposed(rows, columns);
}

/// Prefetches the output's cache lines, so that write_transposed() does not wait for memory.
void Part::fetch_transposed(Range rows, Range columns) const {
    constexpr Size line = 64 / sizeof(Scalar);
    for (Size j = columns.begin; j < columns.end; ++j) {
        for (Size i = rows.begin; i < rows.end; i += line) __builtin_prefetch(product_.output + j * product_.stride + i, 1);
    }
}

void Part::write_transposed(Range rows, Range columns) const {
    for (Size i = rows.begin; i < rows.end; i += lanes) {
        for (Size j = columns.begin; j < columns.end; j += lanes) {
            const Scalar* sums = workspace_.sums + (i - rows.begin) * tile_columns + j - columns.begin;
            Block block = load_block(sums, tile_columns, lanes, lanes);
            transpose(block);
            for (Size r = 0; r < std::min<Size>(lanes, columns.end - j); ++r) {
                write(product_.output + (j + r) * product_.stride + i, block.row[r], rows.end - i, i);
            }
        }
    }
}

/// Up to one vector of the output, with the bias from the given index on.
void Part::write(Scalar* output, Vector sum, Size count, Size bias) const {
    Vector result = product_.options.factor * sum;
    if (product_.options.bias) result += load(product_.options.bias + bias, count);
    if (product_.options.write == Write::add) result += load(output, count);
    store(output, result, count);
}

}  // namespace

Size depth_at_once(Size columns) {
    // The fewer the columns, the more steps of the summed axis fit into a block of the right factor.
    return block_numbers / (pieces(std::min(columns, block_columns), tile_columns) * tile_columns);
}

void multiply_part(const Product& product, Range rows, Range columns) { Part(product, rows, columns).multiply(); }

void take_workspace() { workspace(); }

}  // namespace vitrine::product_parts
