#pragma once
/// The unit of work of one thread in blocked attention. Only this folder includes it.

#include "core/ops/blocked/blocked_attention.h"
#include "core/ops/blocked/packed_heads.h"
#include "core/tensor/eigen.h"

namespace vitrine {

/// Data shared by all blocks of queries. Keys and values are those in `packed`, the mask's tiles those in `tiles`.
struct BlockedAttention {
    BlockedAttention(const AttentionOperands& in, const AttentionOptions& options, const PackedHeads& packed,
                     const MaskTiles& tiles);

    const Tensor& query;
    const MaskTensor& mask;
    Scalar mask_value, factor;
    Size sentences, heads, key_heads, queries, keys, width, value_width;
    Size value_columns;   // of a row of sums, in whole vectors
    Size values_at_once;  // how many products context_forward adds up at once
    Size kept_stride;     // stride of rows in BlockWorkspace::kept
    Size block_height;    // queries of a block, but for the last
    const PackedHeads& packed;
    const MaskTiles& tiles;

    Size blocks_of_head() const { return product_parts::pieces(queries, block_height); }
    Size blocks() const { return sentences * heads * blocks_of_head(); }
};

/// Where the rows of a block go, from its first query on; their stride is the number of keys. Masked scores may be the scores where
/// the mask hides nothing.
struct BlockGrids {
    Scalar *scores, *masked_scores, *weights;
    bool streaming = false;  ///< they are written past the caches
};

/// A block of queries of one head.
struct BlockPlace {
    Size sentence, head;
    product_parts::Range queries;  ///< begins at a whole tile

    /// The number of its first row among those of all sentences and heads.
    Size first_row(const BlockedAttention& a) const { return (sentence * a.heads + head) * a.queries + queries.begin; }
};

/// Block number i. The last blocks of a head come first: with a causal mask they take longest.
BlockPlace block_place(const BlockedAttention& attention, Size i);

/// The memory of one thread for a block of queries: masked scores (rows padded to whole vectors), sums of weighted values, row
/// maxima per lane, and inverse sums of exponentials.
struct BlockWorkspace {
    PackedHeads::Memory kept, sums, largest, inverse;
    std::vector<std::uint8_t> all_count;

    void make_room(Size rows, const BlockedAttention& a) {
        const auto grow = [](auto& memory, Size count) {
            if (memory.size() < static_cast<std::size_t>(count)) memory.resize(static_cast<std::size_t>(count));
        };
        grow(kept, rows * a.kept_stride), grow(sums, rows * a.value_columns), grow(largest, rows * product_parts::lanes),
            grow(inverse, rows);
        grow(all_count, product_parts::pieces(rows, product_parts::tile_rows));
    }
};

/// Computes a block of queries of one head, from scores to context.
class QueryBlock {
public:
    QueryBlock(const BlockedAttention& attention, const BlockPlace& place, const BlockGrids& grids, BlockWorkspace& workspace)
        : a_(attention),
          sentence_(place.sentence),
          key_head_(place.sentence * attention.key_heads + place.head * attention.key_heads / attention.heads),
          queries_(place.queries),
          stride_(attention.kept_stride),
          grids_(grids),
          w_(workspace),
          query_(head_of(attention.query, place.sentence, place.head)) {
        w_.make_room(product_parts::pieces(queries_.size(), product_parts::tile_rows) * product_parts::tile_rows, a_);
    }

    /// Fills the grids and this head's context [q, d].
    void compute(HeadView context);

    /// Fills the grids alone.
    void compute_grids();

private:
    void prepare();
    void fill_scores();
    void find_exponentials(Size first, Size count);
    Scalar exponentiate(Size row, Scalar maximum);
    void fill_weights(Size first, Size key);
    void add_values(Size row, Size key, HeadView& context);
    void write_context(Size row, Size key, HeadView& context);

    Size height(Size row) const { return std::min<Size>(product_parts::tile_rows, queries_.size() - row); }
    Size breadth(Size key) const { return std::min(key_block, a_.keys - key); }
    Scalar* kept(Size row, Size key) const { return w_.kept.data() + row * stride_ + key; }
    Scalar* in(Scalar* grid, Size row, Size key) const { return grid + row * a_.keys + key; }
    TileMask mask(Size row, Size key) const { return a_.tiles.at(sentence_, queries_.begin + row, key); }
    std::uint8_t& all_count(Size row) const { return w_.all_count[static_cast<std::size_t>(row / product_parts::tile_rows)]; }

    /// Whether a tile may have weights other than 0.
    bool counts(Size row, Size key) const { return all_count(row) || mask(row, key) != TileMask::hidden; }

    const BlockedAttention& a_;
    Size sentence_, key_head_;  // heads of keys are counted over all sentences
    product_parts::Range queries_;
    Size stride_;
    BlockGrids grids_;
    BlockWorkspace& w_;
    ConstHeadView query_;
};

}  // namespace vitrine
