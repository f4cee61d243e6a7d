#include <limits>

#include "core/model/key_value_cache.h"
#include "core/ops/attention.h"
#include "core/ops/blocked_attention.h"
#include "core/ops/softmax.h"
#include "core/pass/drop.h"

namespace vitrine {

namespace {

Scalar mask_value(const Configuration& c) {
    return c.mask_value ? static_cast<Scalar>(*c.mask_value) : -std::numeric_limits<Scalar>::infinity();
}

/// Resizes the tensors after the weights. The projections store the heads of a position together, so that each projection is one
/// product.
void size_attention(const AttentionInput& input, const Configuration& c, AttentionActivations& a) {
    const Size sentences = input.queries.size(0), queries = input.queries.size(1);
    const Size heads = c.nhead, width = c.head_width();
    a.context.resize({sentences, heads, queries, width}, Order::heads_together);
    a.merged.resize({sentences, queries, c.d_model});
}

/// The rows of W_Q, W_K or W_V in the stacked weight.
struct Thirds {
    Projection query, key, value;

    explicit Thirds(const AttentionParameters& p) : query(third(p, 0)), key(third(p, 1)), value(third(p, 2)) {}

    static Projection third(const AttentionParameters& p, Size number) {
        const Size width = p.in_proj_weight.size(1);
        return {p.in_proj_weight, p.in_proj_bias, number * width, width};
    }
};

/// Computes one of Q, K and V for every position of the input.
void project(const Tensor& input, const Projection& third, const Setting& setting, Tensor& rows) {
    const Configuration& c = setting.configuration;
    rows.resize({input.size(0), c.nhead, input.size(1), c.head_width()}, Order::heads_together);
    setting.run(linear_forward, input, third, rows);
}

/// Appends the projection of the input to the cached rows of each sentence's parent.
void extend(const Tensor& input, const Projection& third, const Setting& setting, Tensor& rows) {
    Tensor added{Axis::batch, Axis::head, Axis::key, Axis::feature};
    project(input, third, setting, added);
    append_to_cache(rows, setting.step->parents, added);
}

/// Computes K or V of all of `from`, or only the rows that are not cached.
void find_rows(const Tensor& from, CachedKeys cached, const Projection& third, const Setting& setting, Tensor& rows) {
    if (setting.first_position() == 0) return project(from, third, setting, rows);
    if (cached == CachedKeys::all) return reorder_cache(rows, setting.step->parents);
    extend(from, third, setting, rows);
}

ScoreDivisor divisor_of(const Setting& setting) {
    return setting.regime.design.scale_scores ? ScoreDivisor::root_of_width : ScoreDivisor::none;
}

void fill_mask(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const bool of_keys = input.mask.padding == PaddingAxis::keys;
    a.mask.resize({input.queries.size(0), 1, input.queries.size(1), a.key.size(2)});
    setting.run(make_mask, input.mask_tokens, of_keys ? input.queries.size(1) : a.key.size(2), input.mask, a.mask);
}

/// Where a mask hides nothing, the masked scores are the scores; large ones then share their memory, which saves a third of all
/// that the attention keeps. Returns false, having given the masked scores memory of their own, where they are still to be
/// computed.
bool share_unhidden(const Setting& setting, AttentionActivations& a) {
    if (is_blocked_faster(a.scores) && hides_nothing(a.mask)) {
        setting.run.share(a.scores, a.mask, a.masked_scores);
        return true;
    }
    if (a.masked_scores.data() == a.scores.data()) a.masked_scores.own();
    a.masked_scores.resize_like(a.scores);
    return false;
}

/// Computes weights from scores, with the mask before or after the softmax.
void weigh(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    fill_mask(input, setting, a);
    if (setting.regime.design.mask_after_softmax) {
        a.masked_scores.clear();
        a.unmasked_weights.resize_like(a.scores);
        run(softmax_forward, a.scores, a.unmasked_weights);
        run(multiply_mask_forward, a.unmasked_weights, a.mask, a.weights);
        return;
    }
    a.unmasked_weights.clear();
    if (!share_unhidden(setting, a)) run(mask_forward, a.scores, a.mask, mask_value(setting.configuration), a.masked_scores);
    run(softmax_forward, a.masked_scores, a.weights);
}

/// Computes the context from query, key and value, one operation after another.
void compute_context(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    run(scores_forward, a.query, a.key, a.scores, divisor_of(setting));
    weigh(input, setting, a);
    const Tensor& weights = drop(a.weights, setting.regime.dropout, setting, {a.weights_dropout_mask, a.dropped_weights});
    run(context_forward, weights, a.value, a.context);
}

/// Whether blocked attention gives the same results and is faster: not in a replay, which calls single operations, and not with
/// operations in between.
bool in_blocks(const Setting& setting, const AttentionActivations& a) {
    const bool as_in_the_paper = !setting.regime.design.mask_after_softmax && setting.regime.dropout == 0;
    return as_in_the_paper && !setting.run.is_replay() && is_blocked_faster(a.scores);
}

void compute_context_in_blocks(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    fill_mask(input, setting, a);
    a.unmasked_weights.clear(), a.weights_dropout_mask.clear(), a.dropped_weights.clear();
    share_unhidden(setting, a);
    attention_forward({a.query, a.key, a.value, a.mask}, {mask_value(setting.configuration), divisor_of(setting)},
                      {a.scores, a.masked_scores, a.weights, a.context});
}

void compute_here(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    for (Tensor* grid : {&a.scores, &a.weights}) grid->resize({a.query.size(0), a.query.size(1), a.query.size(2), a.key.size(2)});
    in_blocks(setting, a) ? compute_context_in_blocks(input, setting, a) : compute_context(input, setting, a);
}

/// Lets the device compute the attention. It supports the paper's attention in one go: no replay, no dropout, no mask after the
/// softmax, no decoding step. Returns false if there is no device for it or the device declines.
bool computed_elsewhere(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const Regime& regime = setting.regime;
    if (!setting.device || setting.run.is_replay() || setting.step || regime.dropout != 0 || regime.design.mask_after_softmax)
        return false;
    const auto found = (*setting.device)(
        {a.query, a.key, a.value, divisor_of(setting), input.mask_tokens, input.mask, mask_value(setting.configuration)},
        a.context);
    if (!found) return false;
    fill_mask(input, setting, a);
    a.scores.fetch_from(found->scores);
    a.masked_scores.fetch_from(found->masked_scores);
    a.weights.fetch_from(found->weights);
    for (Tensor* absent : {&a.unmasked_weights, &a.dropped_weights}) absent->clear();
    a.weights_dropout_mask.clear();
    return true;
}

/// The softmax of `x` as it was computed: `output`, or where numbers of it were set by hand, computed again.
const Tensor& computed_softmax(const Tensor& x, const Tensor& output, bool altered, Tensor& again) {
    if (!altered) return output;
    again.resize_like(output);
    softmax_forward(x, again);
    return again;
}

void weigh_backward(const Setting& setting, const AttentionActivations& a, AttentionActivations& d) {
    const Execution& run = setting.run;
    Tensor again{Axis::batch, Axis::head, Axis::query, Axis::key};
    if (setting.regime.design.mask_after_softmax) {
        // weights = softmax(scores) ⊙ mask
        multiply_mask_backward(a.mask, run.passed(d.weights), d.unmasked_weights);
        const bool altered = run.alters(d.unmasked_weights);
        softmax_backward(computed_softmax(a.scores, a.unmasked_weights, altered, again), run.passed(d.unmasked_weights), d.scores);
        return;
    }
    // weights = softmax(masked_scores)
    const bool altered = run.alters(d.weights);
    softmax_backward(computed_softmax(a.masked_scores, a.weights, altered, again), run.passed(d.weights), d.masked_scores);
    // masked_scores = scores where allowed
    mask_backward(a.mask, run.passed(d.masked_scores), d.scores);
}

}  // namespace

void attend(const AttentionInput& input, const AttentionParameters& p, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    const Thirds in_proj(p);
    project(input.queries, in_proj.query, setting, a.query);
    find_rows(input.memory, input.cached, in_proj.key, setting, a.key);
    find_rows(input.values ? *input.values : input.memory, input.cached, in_proj.value, setting, a.value);
    size_attention(input, setting.configuration, a);
    if (!computed_elsewhere(input, setting, a)) compute_here(input, setting, a);
    run(merge_heads_forward, a.context, a.merged);
    if (p.out_proj.weight.empty()) return a.output.clear();
    a.output.resize({input.queries.size(0), input.queries.size(1), setting.configuration.d_model});
    run(linear_forward, a.merged, {p.out_proj.weight, p.out_proj.bias}, a.output);
    drop(a.output, setting.regime.dropout, setting, {a.output_dropout_mask, a.dropped_output});
}

void attend_backward(const AttentionPass& pass, const Setting& setting, AttentionActivations& d, AttentionGradients to) {
    const AttentionActivations& a = pass.activations;
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
    weigh_backward(setting, a, d);
    // scores = Q·Kᵀ / √d
    scores_backward(a.query, a.key, run.passed(d.scores), {d.query, d.key, divisor_of(setting)});

    // Q = queries · W_Qᵀ + b_Q, K = memory · W_Kᵀ + b_K, V = memory · W_Vᵀ + b_V
    const Thirds in_proj(p);
    linear_backward(pass.queries, in_proj.query, run.passed(d.query),
                    {to.queries, d_p.in_proj_weight, d_p.in_proj_bias, to.queries_write});
    linear_backward(pass.memory, in_proj.key, run.passed(d.key), {to.memory, d_p.in_proj_weight, d_p.in_proj_bias, Write::add});
    linear_backward(pass.memory, in_proj.value, run.passed(d.value), {to.memory, d_p.in_proj_weight, d_p.in_proj_bias, Write::add});
}

}  // namespace vitrine
