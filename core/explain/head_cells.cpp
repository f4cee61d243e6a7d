#include "core/explain/head_cells.h"

#include <algorithm>
#include <vector>

#include "core/tensor/eigen.h"

namespace vitrine {

Tensor head_cells(const Tensor& grid, const HeadPlace& place) {
    const Size queries = grid.size(2), keys = grid.size(3);
    Tensor cells(Axis::query, Axis::key);
    cells.resize({queries, keys});
    if (!grid.fetched()) {
        rows(cells) = head_of(grid, place.sentence, place.head);
        return cells;
    }
    constexpr Size most_cells = Size{1} << 18;  // per read
    const Size at_once = std::max<Size>(1, most_cells / std::max<Size>(1, keys));
    std::vector<float> block(static_cast<std::size_t>(at_once * keys));
    for (Size query = 0; query < queries; query += at_once) {
        const Size count = std::min(at_once, queries - query);
        grid.fetched()->read({.first = {place.sentence, place.head, query, 0}, .count = {1, 1, count, keys}}, block.data());
        std::transform(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count * keys), cells.data() + query * keys,
                       [](float cell) { return static_cast<Scalar>(cell); });
    }
    return cells;
}

}  // namespace vitrine
