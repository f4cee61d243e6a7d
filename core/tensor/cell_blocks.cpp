#include "core/tensor/cell_blocks.h"

#include <algorithm>
#include <vector>

namespace vitrine {

namespace {

constexpr Size most_cells = Size{1} << 18;

/// Splits a tensor into windows: whole trailing axes while they fit the limit, then as many entries of the next axis as fit.
void read_windows(const FetchedCells& cells, const UseBlock& use) {
    const Layout& layout = cells.layout();
    int axis = layout.rank - 1;
    Size inner = 1;  // cells per entry of that axis
    while (axis > 0 && inner * layout.shape[axis] <= most_cells) inner *= layout.shape[axis--];
    const Size places = std::max<Size>(1, most_cells / inner), along = layout.shape[axis];
    std::vector<float> block;
    for (Size first = 0; first < layout.count();) {
        Window window{.first = index_of(layout, first), .count = {1, 1, 1, 1}};
        for (int trailing = axis + 1; trailing < layout.rank; ++trailing) window.count[trailing] = layout.shape[trailing];
        window.count[axis] = std::min(places, along - window.first[axis]);
        block.resize(static_cast<std::size_t>(window.cells()));
        cells.read(window, block.data());
        if (!use(first, block)) return;
        first += window.cells();
    }
}

void read_one_by_one(const TensorView& tensor, const UseBlock& use) {
    const Size count = tensor.layout.count();
    std::vector<float> block;
    for (Size first = 0; first < count; first += static_cast<Size>(block.size())) {
        block.resize(static_cast<std::size_t>(std::min(most_cells, count - first)));
        for (std::size_t i = 0; i < block.size(); ++i)
            block[i] = static_cast<float>(tensor.at(index_of(tensor.layout, first + static_cast<Size>(i))));
        if (!use(first, block)) return;
    }
}

/// Reads `count` cells of the last axis, starting at the cell `from`.
void read_row(const TensorView& tensor, Index from, Size count, float* cells) {
    const auto last = static_cast<std::size_t>(tensor.layout.rank - 1);
    if (!tensor.fetched && tensor.type == ElementType::scalar && tensor.layout.strides[last] == 1) {
        const Scalar* row = static_cast<const Scalar*>(tensor.data) + tensor.layout.offset(from);
        std::transform(row, row + count, cells, [](Scalar cell) { return static_cast<float>(cell); });
        return;
    }
    for (Size i = 0; i < count; ++i, ++from[last]) cells[i] = static_cast<float>(tensor.at(from));
}

}  // namespace

bool any_thread_reads(const TensorView& tensor) { return !tensor.fetched || tensor.fetched->any_thread(); }

void read_window(const TensorView& tensor, const Window& window, float* cells) {
    const bool as_it_is =
        tensor.fetched && tensor.layout.is_row_major() && tensor.layout.count() == tensor.fetched->layout().count();
    if (as_it_is) return tensor.fetched->read(window, cells);
    Layout inside = tensor.layout;  // of the window
    std::copy(window.count.begin(), window.count.begin() + inside.rank, inside.shape.begin());
    const Size count = window.count[static_cast<std::size_t>(inside.rank - 1)];
    for (Size read = 0; read < window.cells(); read += count) {
        Index from = index_of(inside, read);
        for (std::size_t axis = 0; axis < from.size(); ++axis) from[axis] += window.first[axis];
        read_row(tensor, from, count, cells + read);
    }
}

void for_each_block(const TensorView& fetched, const UseBlock& use) {
    const bool as_it_is = fetched.layout.is_row_major() && fetched.layout.count() == fetched.fetched->layout().count();
    as_it_is ? read_windows(*fetched.fetched, use) : read_one_by_one(fetched, use);
}

void for_each_block_in_any_order(const TensorView& fetched, const UseBlock& use) {
    const bool whole = fetched.layout.count() == fetched.fetched->layout().count();
    whole ? read_windows(*fetched.fetched, use) : for_each_block(fetched, use);
}

}  // namespace vitrine
