#include "core/ops/blocked/blocked_attention.h"

#include <algorithm>
#include <cmath>

#include "core/ops/blocked/blocked_attention_query.h"
#include "core/ops/softmax.h"
#include "core/tensor/parallel.h"
#include "core/tensor/product_rows.h"
#include "core/tensor/stream.h"

namespace vitrine {

namespace {

using namespace product_parts;

/// The stride of rows is not a power of two, since such rows compete for the same cache sets.
Size kept_stride(Size keys) { return pieces(keys, lanes) * lanes + 64 / static_cast<Size>(sizeof(Scalar)); }

/// The number of queries in a block: as many as fit into the second-level cache beside a block of keys and one of values.
Size queries_at_once(Size keys) {
    constexpr Size cached_numbers = 768 * 1024 / sizeof(Scalar), most = 96;
    const Size rows = std::clamp<Size>(cached_numbers / kept_stride(keys), tile_rows, most);
    return rows / tile_rows * tile_rows;
}

}  // namespace

void attention_forward(const AttentionOperands& in, const AttentionOptions& options, const AttentionResults& out) {
    const Size sentences = out.scores.size(0), heads = out.scores.size(1), queries = out.scores.size(2), keys = out.scores.size(3);
    if (queries <= row_by_row || queries * keys * in.query.size(3) <= few_multiplications) {
        // Products this small form their sums in another order.
        scores_forward(in.query, in.key, out.scores, options.divisor);
        mask_forward(out.scores, in.mask, options.mask_value, out.masked_scores);
        softmax_forward(out.masked_scores, out.weights);
        context_forward(out.weights, in.value, out.context);
        return;
    }
    thread_local PackedHeads packed;
    thread_local MaskTiles tiles;
    packed.pack(in.key, in.value);
    tiles.read(in.mask);
    const Size width = in.query.size(3), value_width = in.value.size(3);
    bool streaming = true;
    for (Tensor* grid : {&out.scores, &out.masked_scores, &out.weights}) streaming = streaming && streamable(grid->data(), keys);
    const BlockedAttention attention{.in = in,
                                     .out = out,
                                     .mask_value = options.mask_value,
                                     .factor = static_cast<Scalar>(options.divisor.factor(width)),
                                     .heads = heads,
                                     .queries = queries,
                                     .keys = keys,
                                     .width = width,
                                     .value_width = value_width,
                                     .value_columns = pieces(value_width, lanes) * lanes,
                                     .values_at_once = depth_at_once(value_width),
                                     .streaming = streaming,
                                     .kept_stride = kept_stride(keys),
                                     .packed = packed,
                                     .tiles = tiles};
    const Size height = queries_at_once(keys), blocks = pieces(queries, height);
    const auto compute = [&](Size i) {
        thread_local BlockWorkspace workspace;
        const Size head = i / blocks, first = (blocks - 1 - i % blocks) * height;
        QueryBlock(attention, head / heads, head % heads, {first, std::min(first + height, queries)}, workspace).compute();
    };
    share(sentences * heads * blocks, compute);
}

bool is_blocked_faster(const Tensor& scores) { return scores.size(2) > row_by_row && scores.count() >= 1 << 20; }

}  // namespace vitrine
