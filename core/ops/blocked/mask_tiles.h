#pragma once
/// Classifies the tiles of a mask once for all heads. Most tiles of causal and padding masks are uniform. A uniform tile does not
/// need the mask's cells, and a hidden one needs no weights either.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/tensor/product_kernel.h"

namespace vitrine {

/// The number of keys in a block of scores, weights and values.
constexpr Size key_block = std::max(1, 64 / product_parts::tile_columns) * product_parts::tile_columns;

/// The state of a tile of tile_rows queries and key_block keys.
enum class TileMask : std::uint8_t { hidden, mixed, allowed };

class MaskTiles {
public:
    /// Classifies all tiles of a mask [B, 1, q, k]. Allocates only where there are more tiles than before.
    void read(const MaskTensor& mask);

    /// The tile whose first query and first key these are.
    TileMask at(Size sentence, Size query, Size key) const {
        const Size row = sentence * rows_ + query / product_parts::tile_rows;
        return tiles_[static_cast<std::size_t>(row * columns_ + key / key_block)];
    }

private:
    Size rows_ = 0, columns_ = 0;  // tiles per sentence
    std::vector<TileMask> tiles_;
};

}  // namespace vitrine
