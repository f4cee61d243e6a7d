#include "core/ops/blocked/mask_tiles.h"

#include "core/tensor/parallel.h"
#include "core/tensor/product_part.h"

namespace vitrine {

namespace {

using namespace product_parts;

TileMask judge(const std::uint8_t* cells, Size stride, Size queries, Size keys) {
    std::uint8_t any_allowed = 0, any_hidden = 0;
    for (Size q = 0; q < queries; ++q, cells += stride) {
        for (Size k = 0; k < keys; ++k) {
            any_allowed = static_cast<std::uint8_t>(any_allowed | cells[k]);
            any_hidden = static_cast<std::uint8_t>(any_hidden | (cells[k] == 0));
        }
    }
    if (!any_allowed) return TileMask::hidden;
    return any_hidden ? TileMask::mixed : TileMask::allowed;
}

}  // namespace

void MaskTiles::read(const MaskTensor& mask) {
    const Size sentences = mask.size(0), queries = mask.size(2), keys = mask.size(3);
    rows_ = pieces(queries, tile_rows), columns_ = pieces(keys, key_block);
    tiles_.resize(static_cast<std::size_t>(sentences * rows_ * columns_));
    constexpr Size cells_per_multiplication = 16;
    parallel_for(sentences * rows_, mask.count() / cells_per_multiplication, [&](Size row) {
        const Size first = row % rows_ * tile_rows, height = std::min<Size>(tile_rows, queries - first);
        const std::uint8_t* cells = mask.data() + (row / rows_ * queries + first) * keys;
        for (Size column = 0; column < columns_; ++column) {
            const Size k = column * key_block;
            tiles_[static_cast<std::size_t>(row * columns_ + column)] =
                judge(cells + k, keys, height, std::min(key_block, keys - k));
        }
    });
}

}  // namespace vitrine
