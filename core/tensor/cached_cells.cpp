#include "core/tensor/cached_cells.h"

#include <algorithm>
#include <utility>

#include "core/tensor/error.h"

namespace vitrine {

namespace {

bool holds(const Window& block, const Index& cell) {
    for (std::size_t axis = 0; axis < max_rank; ++axis)
        if (cell[axis] < block.first[axis] || cell[axis] >= block.first[axis] + block.count[axis]) return false;
    return true;
}

Size place_in(const Window& block, const Index& cell) {
    Size place = 0;
    for (std::size_t axis = 0; axis < max_rank; ++axis) place = place * block.count[axis] + cell[axis] - block.first[axis];
    return place;
}

}  // namespace

CachedCells::Block CachedCells::block_around(const Index& cell) const {
    constexpr Size high = 32, wide = 256;
    Block block{.window = {.first = cell, .count = {1, 1, 1, 1}}};
    const Layout& shape = layout();
    const auto widen = [&](int axis, Size by) {
        if (axis < 0) return;
        const auto at = static_cast<std::size_t>(axis);
        block.window.first[at] = cell[at] / by * by;
        block.window.count[at] = std::min(by, shape.shape[at] - block.window.first[at]);
    };
    widen(shape.rank - 1, wide);
    widen(shape.rank - 2, high);
    block.cells.resize(static_cast<std::size_t>(block.window.cells()));
    read_window(block.window, block.cells.data());
    return block;
}

std::optional<float> CachedCells::known_cell(const Index& cell) const {
    const std::lock_guard lock(mutex_);
    for (const Block& block : blocks_)
        if (holds(block.window, cell)) return block.cells[static_cast<std::size_t>(place_in(block.window, cell))];
    return std::nullopt;
}

float CachedCells::read_cell(const Index& cell) const {
    constexpr std::size_t most_blocks = 32;  // enough for a row of thousands of cells
    if (const auto known = known_cell(cell)) return *known;
    // Without the lock, since reading the block may have to wait for another thread that reads here.
    Block block = block_around(cell);
    const float found = block.cells[static_cast<std::size_t>(place_in(block.window, cell))];
    const std::lock_guard lock(mutex_);
    if (blocks_.size() == most_blocks) blocks_.pop_back();
    blocks_.push_front(std::move(block));
    return found;
}

void CachedCells::forget() {
    const std::lock_guard lock(mutex_);
    blocks_.clear();
}

void CachedCells::read(const Window& window, float* cells) const {
    constexpr Size few = 64;
    const Layout& shape = layout();
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(shape.rank); ++axis) {
        if (window.first[axis] < 0 || window.count[axis] < 0 || window.first[axis] + window.count[axis] > shape.shape[axis])
            throw Error("a window beyond the tensor's " + shape_text(shape) + " cells");
    }
    const Size count = window.cells();
    if (count > few) return read_window(window, cells);
    for (Size place = 0; place < count; ++place) cells[place] = read_cell(cell_of(window, place));
}

}  // namespace vitrine
