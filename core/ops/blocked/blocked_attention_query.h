#pragma once
/// The unit of work of one thread in blocked attention. Only blocked_attention.cpp and blocked_attention_query.cpp include this.

#include "core/ops/blocked/blocked_attention.h"
#include "core/ops/blocked/packed_heads.h"
#include "core/tensor/eigen.h"

namespace vitrine {

/// Data shared by all blocks of queries.
struct BlockedAttention {
    const AttentionOperands& in;
    const AttentionResults& out;
    Scalar mask_value, factor;
    Size heads, queries, keys, width, value_width;
    Size value_columns;   // of a row of sums, in whole vectors
    Size values_at_once;  // how many products context_forward adds up at once
    bool streaming;       // whether scores and weights are written past the caches
    Size kept_stride;     // stride of rows in BlockWorkspace::kept
    const PackedHeads& packed;
    const MaskTiles& tiles;
};

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
    QueryBlock(const BlockedAttention& attention, Size sentence, Size head, product_parts::Range queries, BlockWorkspace& workspace)
        : a_(attention),
          sentence_(sentence),
          head_(sentence * attention.heads + head),
          key_head_(sentence * attention.in.key.size(1) + head * attention.in.key.size(1) / attention.heads),
          queries_(queries),
          stride_(attention.kept_stride),
          w_(workspace),
          query_(head_of(attention.in.query, sentence, head)),
          context_(head_of(attention.out.context, sentence, head)) {
        w_.make_room(product_parts::pieces(queries.size(), product_parts::tile_rows) * product_parts::tile_rows, a_);
    }

    void compute();

private:
    void fill_scores();
    void find_exponentials(Size first, Size count);
    Scalar exponentiate(Size row, Scalar maximum);
    void fill_weights(Size first, Size key);
    void add_values(Size row, Size key);
    void write_context(Size row, Size key);

    Size height(Size row) const { return std::min<Size>(product_parts::tile_rows, queries_.size() - row); }
    Size breadth(Size key) const { return std::min(key_block, a_.keys - key); }
    Scalar* kept(Size row, Size key) const { return w_.kept.data() + row * stride_ + key; }
    Scalar* grid(Tensor& tensor, Size row, Size key) const {
        return tensor.data() + (head_ * a_.queries + queries_.begin + row) * a_.keys + key;
    }
    TileMask mask(Size row, Size key) const { return a_.tiles.at(sentence_, queries_.begin + row, key); }
    std::uint8_t& all_count(Size row) const { return w_.all_count[static_cast<std::size_t>(row / product_parts::tile_rows)]; }

    /// Whether a tile may have weights other than 0.
    bool counts(Size row, Size key) const { return all_count(row) || mask(row, key) != TileMask::hidden; }

    const BlockedAttention& a_;
    Size sentence_, head_, key_head_;  // heads are counted over all sentences
    product_parts::Range queries_;
    Size stride_;
    BlockWorkspace& w_;
    ConstHeadView query_;
    HeadView context_;
};

}  // namespace vitrine
