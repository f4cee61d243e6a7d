#pragma once
/// What a mask is tile by tile, read once for all heads: most tiles of a causal mask, and of one that hides padding, are alike
/// throughout, and such tiles need neither the mask's cells nor, where nothing is allowed, weights.

#include <cstdint>
#include <vector>

#include "core/tensor/tensor.h"

namespace vitrine {

enum class TileMask : std::uint8_t { hidden, mixed, allowed };

/// How large the tiles are.
struct TileSize {
    Size queries, keys;
};

class MaskTiles {
public:
    /// mask: [B, 1, q, k]
    MaskTiles(const MaskTensor& mask, TileSize size);

    /// The tile that holds this query in its first row and this key in its first column.
    TileMask at(Size sentence, Size query, Size key) const {
        const Size row = sentence * rows_ + query / size_.queries;
        return tiles_[static_cast<std::size_t>(row * columns_ + key / size_.keys)];
    }

private:
    TileSize size_;
    Size rows_, columns_;
    std::vector<TileMask> tiles_;
};

}  // namespace vitrine
