#pragma once
/// What a mask is tile by tile, read once for all heads: most tiles of a causal mask, and of one that hides padding, are alike
/// throughout, and such tiles need neither the mask's cells nor, where nothing is allowed, weights.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/tensor/product_kernel.h"

namespace vitrine {

/// Keys are taken up so many at a time, in scores, weights and context alike.
constexpr Size key_block = std::max(1, 64 / product_parts::tile_columns) * product_parts::tile_columns;

/// A tile is as many queries as a tile of a product has rows, and a block of keys.
enum class TileMask : std::uint8_t { hidden, mixed, allowed };

class MaskTiles {
public:
    /// mask: [B, 1, q, k]. Takes memory only where there are more tiles than ever before.
    void read(const MaskTensor& mask);

    /// The tile that holds this query in its first row and this key in its first column.
    TileMask at(Size sentence, Size query, Size key) const {
        const Size row = sentence * rows_ + query / product_parts::tile_rows;
        return tiles_[static_cast<std::size_t>(row * columns_ + key / key_block)];
    }

private:
    Size rows_ = 0, columns_ = 0;  // of one sentence
    std::vector<TileMask> tiles_;
};

}  // namespace vitrine
