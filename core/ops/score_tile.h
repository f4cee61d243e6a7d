#pragma once
/// A tile of scores on its way to masked scores, to memory and to the softmax, before it has left the first cache.

#include <limits>

#include "core/ops/mask_tiles.h"
#include "core/tensor/product_kernel.h"
#include "core/tensor/stream.h"

namespace vitrine {

/// Where a tile of scores goes. Rows of the two grids and of the mask lie `stride` apart.
struct ScoreTile {
    Scalar *scores, *masked_scores;
    const std::uint8_t* mask;
    Size stride;
    Scalar mask_value;
    TileMask state;
    bool streaming;
    // What the softmax goes on with: the masked scores, with −∞ up to a whole vector, and for each row the largest so far in every
    // lane. Of a tile that is hidden nothing is kept.
    Scalar* kept;
    Size kept_stride;
    Scalar* largest;  ///< rows lie `lanes` apart
};

/// Takes the scores from rows that are tile_columns apart.
void write_scores(const Scalar* sums, Size rows, Size columns, const ScoreTile& out);

}  // namespace vitrine
