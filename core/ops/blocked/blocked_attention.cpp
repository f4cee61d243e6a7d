#include "core/ops/blocked/blocked_attention.h"

#include "core/ops/blocked/blocked_attention_query.h"
#include "core/ops/softmax.h"
#include "core/tensor/parallel.h"
#include "core/tensor/product_rows.h"
#include "core/tensor/stream.h"

namespace vitrine {

using namespace product_parts;

void attention_forward(const AttentionOperands& in, const AttentionOptions& options, const AttentionResults& out) {
    const Size queries = out.scores.size(2), keys = out.scores.size(3);
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
    const BlockedAttention attention(in, options, packed, tiles);
    bool streaming = true;
    for (Tensor* grid : {&out.scores, &out.masked_scores, &out.weights}) streaming = streaming && streamable(grid->data(), keys);
    share(attention.blocks(), [&](Size i) {
        thread_local BlockWorkspace workspace;
        const BlockPlace place = block_place(attention, i);
        const Size first = place.first_row(attention) * keys;
        const BlockGrids grids{out.scores.data() + first, out.masked_scores.data() + first, out.weights.data() + first, streaming};
        QueryBlock(attention, place, grids, workspace).compute(head_of(out.context, place.sentence, place.head));
    });
}

bool is_blocked_faster(const Tensor& query, const Tensor& key) {
    const Size queries = query.size(2), scores = query.size(0) * query.size(1) * queries * key.size(2);
    return queries > row_by_row && scores >= 1 << 20;
}

}  // namespace vitrine
