#include "app/render/heatmap/cell_reduction.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/tensor/cell_blocks.h"
#include "core/tensor/parallel.h"

namespace vitrine {

namespace {

/// So many rows of blocks are read at once, since few rows of cells that are computed again take as long as more of them.
constexpr int rows_at_once = 16;

/// Eight cells that are handled at once.
constexpr std::size_t lanes = 8;
using Cells = float __attribute__((vector_size(lanes * sizeof(float))));

/// The next cells of a row of which so many are left; zeros after the last.
void load(const float* row, std::size_t left, Cells& cells) {
    if (left < lanes) cells = Cells{};
    std::memcpy(&cells, row, std::min(left, lanes) * sizeof(float));
}

/// Ranks cells among those that share a block. A NaN is above all.
template <bool largest_number>
void find_ranks(const Cells& cells, Cells& ranks) {
    const Cells most = Cells{} + 3.4e38f, least = largest_number ? -most : Cells{};
    Cells sizes = cells;
    if constexpr (!largest_number) sizes = cells < 0 ? -cells : cells;
    const Cells below = sizes < most ? sizes : most;
    ranks = below > least ? below : least;
    ranks = cells != cells ? Cells{} + std::numeric_limits<float>::max() : ranks;
}

/// The strongest of the cells in each column of a row of blocks, their sum, and how many they are.
struct Columns {
    std::vector<Cells> ranks, strongest, sums, counts;

    void clear(std::size_t width) {
        const std::size_t parts = (width + lanes - 1) / lanes;
        ranks.assign(parts, Cells{} - std::numeric_limits<float>::infinity());
        for (auto* zeros : {&strongest, &sums, &counts}) zeros->assign(parts, Cells{});
    }

    /// `allowed`: 0 where a cell does not count, otherwise 1.
    template <bool largest_number>
    void add(const float* row, const float* allowed, std::size_t width) {
        for (std::size_t part = 0, i = 0; i < width; ++part, i += lanes) {
            Cells cells, counted, found;
            load(row + i, width - i, cells);
            load(allowed + i, width - i, counted);
            find_ranks<largest_number>(cells, found);
            const auto counts_here = counted != 0, is_stronger = counts_here & (found > ranks[part]);
            ranks[part] = is_stronger ? found : ranks[part];
            strongest[part] = is_stronger ? cells : strongest[part];
            sums[part] += counts_here ? cells : Cells{};
            counts[part] += counted;
        }
    }
};

/// One thread's memory.
struct Workspace {
    std::vector<float> cells, allowed;
    Columns columns;
};

struct Reduced {
    float strongest = 0, mean = 0, count = 0;
};

Reduced combined(const Columns& columns, std::size_t first, std::size_t end) {
    Reduced block;
    float rank = -std::numeric_limits<float>::infinity(), sum = 0;
    for (std::size_t i = first; i < end; ++i) {
        const std::size_t part = i / lanes, lane = i % lanes;
        if (columns.counts[part][lane] == 0) continue;
        if (columns.ranks[part][lane] > rank) rank = columns.ranks[part][lane], block.strongest = columns.strongest[part][lane];
        sum += columns.sums[part][lane], block.count += columns.counts[part][lane];
    }
    if (block.count > 0) block.mean = sum / block.count;
    return block;
}

/// Reduces some rows of blocks, of those from `first` on.
void reduce_rows(const CellReduction& of, int first, int count, CellBlocks& to) {
    thread_local Workspace w;
    const int high = 1 << of.level[0], wide = 1 << of.level[1];
    const TileBlock& blocks = of.blocks;
    const int x = blocks.x * wide, y = (blocks.y + first) * high;
    const TileBlock cells{y, x, std::min(count * high, of.cells.height - y), std::min(blocks.width * wide, of.cells.width - x)};
    const auto width = static_cast<std::size_t>(cells.width);
    read_cells(of.cells, cells, w.cells);
    if (of.mask) {
        read_cells(*of.mask, cells, w.allowed);
    } else {
        w.allowed.assign(width, 1.0f);
    }
    for (int row = 0; row < count; ++row) {
        w.columns.clear(width);
        for (int line = row * high; line < std::min((row + 1) * high, cells.height); ++line) {
            const std::size_t at = static_cast<std::size_t>(line) * width;
            const float *in_row = w.cells.data() + at, *allowed = w.allowed.data() + (of.mask ? at : 0);
            of.largest_number ? w.columns.add<true>(in_row, allowed, width) : w.columns.add<false>(in_row, allowed, width);
        }
        for (int column = 0; column < blocks.width; ++column) {
            const auto begin = static_cast<std::size_t>(column * wide);
            const Reduced block = combined(w.columns, begin, std::min(begin + static_cast<std::size_t>(wide), width));
            const std::size_t place =
                static_cast<std::size_t>(first + row) * static_cast<std::size_t>(blocks.width) + static_cast<std::size_t>(column);
            to.numbers[2 * place] = block.strongest, to.numbers[2 * place + 1] = block.mean;
            if (of.mask) to.counts[place] = block.count;
        }
    }
}

}  // namespace

CellBlocks reduce_cells(const CellReduction& of) {
    const auto area = static_cast<std::size_t>(of.blocks.height) * static_cast<std::size_t>(of.blocks.width);
    CellBlocks made{std::vector<float>(2 * area), std::vector<float>(of.mask ? area : 0)};
    const Size parts = (of.blocks.height + rows_at_once - 1) / rows_at_once;
    const auto reduce = [&](Size part) {
        const int first = static_cast<int>(part) * rows_at_once;
        reduce_rows(of, first, std::min(rows_at_once, of.blocks.height - first), made);
    };
    if (any_thread_reads(of.cells.tensor) && (!of.mask || any_thread_reads(of.mask->tensor))) {
        share(parts, reduce);
    } else {
        for (Size part = 0; part < parts; ++part) reduce(part);
    }
    return made;
}

}  // namespace vitrine
