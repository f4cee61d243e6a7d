#pragma once
/// Finishes a tile of scores while it is in the first-level cache: masks it, records it and prepares the softmax.

#include <limits>

#include "core/ops/blocked/mask_tiles.h"
#include "core/tensor/stream.h"

namespace vitrine {

/// The destinations of a tile of scores; masked_scores may be scores where the mask hides nothing. `stride`: distance of the rows
/// of scores, masked_scores and mask.
struct ScoreTile {
    Scalar *scores, *masked_scores;
    const std::uint8_t* mask;
    Size stride;
    Scalar mask_value;
    TileMask state;
    bool streaming;
    // Input of the softmax: the masked scores, padded with −∞ to whole vectors, and per row and lane the largest so far. Nothing is
    // kept of a hidden tile.
    Scalar* kept;
    Size kept_stride;
    Scalar* largest;  ///< stride: `lanes`
};

/// Writes a tile of scores to all destinations. sums: rows with a stride of tile_columns.
void write_scores(const Scalar* sums, Size rows, Size columns, const ScoreTile& out);

}  // namespace vitrine
