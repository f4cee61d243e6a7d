#include <vector>

#include "core/model/key_value_cache.h"
#include "core/ops/attention.h"
#include "core/ops/blocked/recomputed_attention.h"
#include "core/ops/relative_positions.h"
#include "core/ops/soft_cap.h"
#include "core/ops/softmax.h"
#include "core/pass/drop.h"
#include "core/pass/heads.h"

namespace vitrine {

namespace {

/// Resizes the tensors that follow the weights. The heads of a position lie side by side, so that each projection is one product.
void size_attention(const AttentionInput& input, AttentionActivations& a) {
    const Size sentences = input.queries.size(0), queries = input.queries.size(1);
    a.context.resize({sentences, a.query.size(1), queries, a.value.size(3)}, Order::heads_together);
    a.merged.resize({sentences, queries, a.query.size(1) * a.value.size(3)});
}

void size_grids(AttentionActivations& a) {
    for (Tensor* grid : {&a.scores, &a.weights}) grid->resize({a.query.size(0), a.query.size(1), a.query.size(2), a.key.size(2)});
}

/// Caps the scores.
void cap(const AttentionDescription& of, const Setting& setting, AttentionActivations& a) {
    if (!of.scores_cap) return a.scores_capped.clear();
    a.scores_capped.resize_like(a.scores);
    setting.run(soft_cap_forward, a.scores, *of.scores_cap, a.scores_capped);
}

/// Adds the bias to the scores, which depends on the distance between key and query.
void add_bias(const Tensor& table, const RelativeBuckets& buckets, const Setting& setting, AttentionActivations& a) {
    a.position_bias.resize({1, a.scores.size(1), a.scores.size(2), a.scores.size(3)});
    a.biased_scores.resize_like(a.scores);
    setting.run(relative_positions_forward, table, buckets, setting.first_position(), a.position_bias);
    setting.run(add_bias_forward, a.scores_capped.empty() ? a.scores : a.scores_capped, a.position_bias, a.biased_scores);
}

/// The mask of an attention. In a decoding step, the first query is at the newest position.
MaskOptions mask_options(const AttentionInput& input, const AttentionDescription& of, const Setting& setting) {
    MaskOptions options = of.mask;
    if (input.cached == CachedKeys::earlier) options.first_query += setting.first_position();
    return options;
}

void fill_mask(const AttentionInput& input, const AttentionDescription& of, const Setting& setting, AttentionActivations& a) {
    const MaskOptions options = mask_options(input, of, setting);
    const bool of_keys = options.padding == PaddingAxis::keys;
    a.mask.resize({input.queries.size(0), 1, input.queries.size(1), a.key.size(2)});
    setting.run(make_mask, input.mask_tokens, of_keys ? input.queries.size(1) : a.key.size(2), options, a.mask);
}

/// Where a mask hides nothing, the masked scores equal the scores. If they are large, they share the memory of the scores, which
/// saves a third of all that the attention keeps. Otherwise gives the masked scores memory of their own and returns false: they
/// are still to be computed.
bool share_unhidden(const Setting& setting, AttentionActivations& a) {
    if (is_blocked_faster(a.query, a.key) && hides_nothing(a.mask)) {
        setting.run.share(scores_to_mask(a), a.mask, a.masked_scores);
        return true;
    }
    if (a.masked_scores.data() == scores_to_mask(a).data()) a.masked_scores.own();
    a.masked_scores.resize_like(a.scores);
    return false;
}

/// Computes weights from scores, with the mask before or after the softmax.
void weigh(const AttentionInput& input, const AttentionDescription& of, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    fill_mask(input, of, setting, a);
    if (of.mask_after_softmax) {
        a.masked_scores.clear();
        a.unmasked_weights.resize_like(a.scores);
        run(softmax_forward, scores_to_mask(a), a.unmasked_weights);
        run(multiply_mask_forward, a.unmasked_weights, a.mask, a.weights);
        return;
    }
    a.unmasked_weights.clear();
    if (!share_unhidden(setting, a)) run(mask_forward, scores_to_mask(a), a.mask, of.mask_value, a.masked_scores);
    run(softmax_forward, a.masked_scores, a.weights);
}

/// Computes the context from query, key and value, one operation after another.
void compute_context(const AttentionInput& input, const AttentionDescription& of, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    size_grids(a);
    run(scores_forward, scored_query(a), scored_key(a), a.scores, of.divisor);
    cap(of, setting, a);
    if (of.position_bias) {
        add_bias(*input.relative, *of.position_bias, setting, a);
    } else {
        a.position_bias.clear(), a.biased_scores.clear();
    }
    weigh(input, of, setting, a);
    const Tensor& weights = drop(a.weights, setting.regime.dropout, setting, {a.weights_dropout_mask, a.dropped_weights});
    run(context_forward, weights, a.value, a.context);
}

/// Whether blocked attention gives the same results and is faster. It cannot be used in a replay, which calls single operations,
/// nor if other operations come in between.
bool in_blocks(const AttentionDescription& of, const Setting& setting, const AttentionActivations& a) {
    const bool as_in_the_paper = !of.mask_after_softmax && setting.regime.dropout == 0 && !of.position_bias && !of.scores_cap;
    return as_in_the_paper && !setting.run.is_replay() && is_blocked_faster(a.query, a.key);
}

/// Takes tensors that are not in memory.
void fetch_from(const FetchedAttention& found, AttentionActivations& a) {
    a.scores.fetch_from(found.scores);
    a.masked_scores.fetch_from(found.masked_scores);
    a.weights.fetch_from(found.weights);
    for (Tensor* absent : {&a.unmasked_weights, &a.dropped_weights, &a.scores_capped, &a.position_bias, &a.biased_scores})
        absent->clear();
    a.weights_dropout_mask.clear();
}

void compute_context_in_blocks(const AttentionInput& input, const AttentionDescription& of, const Setting& setting,
                               AttentionActivations& a) {
    fill_mask(input, of, setting, a);
    const AttentionOperands operands{scored_query(a), scored_key(a), a.value, a.mask};
    const AttentionOptions options{of.mask_value, of.divisor};
    if (!setting.keeps_grids) {
        FetchedAttention found = recomputed_attention_forward(operands, options, a.context);
        if (hides_nothing(a.mask)) found.masked_scores = found.scores;
        return fetch_from(found, a);
    }
    size_grids(a);
    a.unmasked_weights.clear(), a.weights_dropout_mask.clear(), a.dropped_weights.clear();
    a.scores_capped.clear(), a.position_bias.clear(), a.biased_scores.clear();
    share_unhidden(setting, a);
    attention_forward(operands, options, {a.scores, a.masked_scores, a.weights, a.context});
}

void compute_here(const AttentionInput& input, const AttentionDescription& of, const Setting& setting, AttentionActivations& a) {
    in_blocks(of, setting, a) ? compute_context_in_blocks(input, of, setting, a) : compute_context(input, of, setting, a);
}

/// Lets the device compute the attention. The device computes the paper's attention as a whole: no replay, no dropout, no mask
/// after the softmax, no decoding step, nothing done to queries, keys or scores, no window, as many key heads as heads. Returns
/// false if there is no device or if it declines.
bool computed_elsewhere(const AttentionInput& input, const AttentionDescription& of, const Setting& setting,
                        AttentionActivations& a) {
    if (!setting.device || setting.run.is_replay() || setting.step || setting.regime.dropout != 0 || of.mask_after_softmax ||
        of.position_bias || of.rotation || of.scores_cap || of.query_key_norm != QueryKeyNorm::none || of.mask.window ||
        of.key_heads != of.heads)
        return false;
    const auto found =
        (*setting.device)({a.query, a.key, a.value, of.divisor, input.mask_tokens, of.mask, of.mask_value}, a.context);
    if (!found) return false;
    fill_mask(input, of, setting, a);
    fetch_from(*found, a);
    return true;
}

/// The softmax of `x` as it was computed: `output`, unless some of its numbers were set by hand; then it is computed again.
const Tensor& computed_softmax(const Tensor& x, const Tensor& output, bool altered, Tensor& again) {
    if (!altered) return output;
    again.resize_like(output);
    softmax_forward(x, again);
    return again;
}

void weigh_backward(const AttentionDescription& of, const Execution& run, const AttentionActivations& a, AttentionActivations& d) {
    Tensor again{Axis::batch, Axis::head, Axis::query, Axis::key};
    if (of.mask_after_softmax) {
        // weights = softmax(scores) ⊙ mask
        multiply_mask_backward(a.mask, run.passed(d.weights), d.unmasked_weights);
        const bool altered = run.alters(d.unmasked_weights);
        softmax_backward(computed_softmax(scores_to_mask(a), a.unmasked_weights, altered, again), run.passed(d.unmasked_weights),
                         scores_to_mask(d));
        return;
    }
    // weights = softmax(masked_scores)
    const bool altered = run.alters(d.weights);
    softmax_backward(computed_softmax(a.masked_scores, a.weights, altered, again), run.passed(d.weights), d.masked_scores);
    // masked_scores = scores where allowed
    mask_backward(a.mask, run.passed(d.masked_scores), scores_to_mask(d));
}

}  // namespace

void attend(const AttentionInput& input, const AttentionDescription& of, const AttentionParameters& p, const Setting& setting,
            AttentionActivations& a) {
    const Execution& run = setting.run;
    project_heads(input, of, p, setting, a);
    prepare_heads(input, of, p, setting, a);
    size_attention(input, a);
    if (!computed_elsewhere(input, of, setting, a)) compute_here(input, of, setting, a);
    run(merge_heads_forward, a.context, a.merged);
    if (p.out_proj.weight.empty()) return a.output.clear();
    a.output.resize({input.queries.size(0), input.queries.size(1), p.out_proj.weight.size(0)});
    run(linear_forward, a.merged, {p.out_proj.weight, p.out_proj.bias}, a.output);
    drop(a.output, setting.regime.dropout, setting, {a.output_dropout_mask, a.dropped_output});
}

void attend_backward(const AttentionPass& pass, const Setting& setting, AttentionActivations& d, AttentionGradients to) {
    const AttentionActivations& a = pass.activations;
    const AttentionDescription& of = pass.description;
    const AttentionParameters& p = pass.parameters;
    AttentionParameters& d_p = to.parameters;
    const Execution& run = setting.run;
    // output = merged · W_Oᵀ + b_O, dropped
    drop_backward(a.output_dropout_mask, setting.regime.dropout, setting, d.dropped_output, d.output);
    linear_backward(a.merged, {p.out_proj.weight, p.out_proj.bias}, run.passed(d.output),
                    {d.merged, d_p.out_proj.weight, d_p.out_proj.bias});
    // merged = concat(context)
    merge_heads_backward(run.passed(d.merged), d.context);

    // context = weights · V, the weights dropped
    const bool dropped = !a.dropped_weights.empty();
    context_backward(dropped ? a.dropped_weights : a.weights, a.value, run.passed(d.context),
                     {dropped ? d.dropped_weights : d.weights, d.value});
    drop_backward(a.weights_dropout_mask, setting.regime.dropout, setting, d.dropped_weights, d.weights);
    weigh_backward(of, run, a, d);
    // biased_scores = scores + bias, bias = table[bucket of the distance]
    Tensor& d_capped = of.scores_cap ? d.scores_capped : d.scores;
    if (of.position_bias) {
        add_bias_backward(run.passed(d.biased_scores), {d_capped, d.position_bias});
        relative_positions_backward(*of.position_bias, run.passed(d.position_bias), *to.relative);
    }
    // scores_capped = cap · tanh(scores / cap)
    if (of.scores_cap) soft_cap_backward(a.scores_capped, *of.scores_cap, run.passed(d.scores_capped), d.scores);
    // scores = Q·Kᵀ / √d of the queries and keys after their norms and their rotation
    scores_backward(scored_query(a), scored_key(a), run.passed(d.scores), {scored_query(d), scored_key(d), of.divisor});
    prepare_heads_backward(of, p, run, {a, d, d_p});
    project_heads_backward(pass, run, d, to);
}

}  // namespace vitrine
