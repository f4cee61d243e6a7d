#include <limits>
#include <vector>

#include "core/model/key_value_cache.h"
#include "core/ops/attention.h"
#include "core/ops/blocked_attention.h"
#include "core/ops/relative_positions.h"
#include "core/ops/rotary.h"
#include "core/ops/softmax.h"
#include "core/pass/drop.h"

namespace vitrine {

namespace {

Scalar mask_value(const Configuration& c) {
    return c.mask_value ? static_cast<Scalar>(*c.mask_value) : -std::numeric_limits<Scalar>::infinity();
}

/// Resizes the tensors that follow the weights. The heads of a position lie side by side, so that each projection is one product.
void size_attention(const AttentionInput& input, AttentionActivations& a) {
    const Size sentences = input.queries.size(0), queries = input.queries.size(1);
    a.context.resize({sentences, a.query.size(1), queries, a.value.size(3)}, Order::heads_together);
    a.merged.resize({sentences, queries, a.query.size(1) * a.value.size(3)});
}

/// The rows of W_Q, W_K and W_V in the stacked weight.
struct Thirds {
    Projection query, key, value;

    Thirds(const AttentionParameters& p, const Setting& s)
        : query(part(p, 0, s.configuration.heads(s.stack) * width(s))),
          key(part(p, query.count, s.configuration.key_heads(s.stack) * width(s))),
          value(part(p, query.count + key.count, key.count)) {}

    static Size width(const Setting& s) { return s.configuration.head_width(s.stack); }
    static Projection part(const AttentionParameters& p, Size first, Size count) {
        return {p.in_proj_weight, p.in_proj_bias, first, count};
    }
};

/// Computes one of Q, K and V for every position of the input.
void project(const Tensor& input, const Projection& third, const Setting& setting, Tensor& rows) {
    const Size width = Thirds::width(setting);
    rows.resize({input.size(0), third.count / width, input.size(1), width}, Order::heads_together);
    setting.run(linear_forward, input, third, rows);
}

/// Appends the projection of the input to the cached rows of each sentence's parent.
void extend(const Tensor& input, const Projection& third, const Setting& setting, Tensor& rows) {
    Tensor added{Axis::batch, Axis::head, Axis::key, Axis::feature};
    project(input, third, setting, added);
    append_to_cache(rows, setting.step->parents, added);
}

/// Computes K or V for all rows of `from`, or only for the rows that are not cached.
void find_rows(const Tensor& from, CachedKeys cached, const Projection& third, const Setting& setting, Tensor& rows) {
    if (setting.first_position() == 0) return project(from, third, setting, rows);
    if (cached == CachedKeys::all) return reorder_cache(rows, setting.step->parents);
    extend(from, third, setting, rows);
}

/// The queries and keys whose products are the scores.
const Tensor& scored_query(const AttentionActivations& a) { return a.rotated_query.empty() ? a.query : a.rotated_query; }
const Tensor& scored_key(const AttentionActivations& a) { return a.rotated_key.empty() ? a.key : a.rotated_key; }

/// The scores that the mask is applied to; also for gradients.
template <class Attention>
auto& scores_to_mask(Attention& a) {
    return a.biased_scores.empty() ? a.scores : a.biased_scores;
}

std::vector<double> frequencies_of(const Setting& setting) {
    const Configuration& c = setting.configuration;
    return rotary_frequencies(c.head_width(setting.stack), c.rotary_base, c.rotary_scaling());
}

/// Turns queries and keys by their positions. In a decoding step only the new key is turned: the cached keys already are.
void turn(const Setting& setting, AttentionActivations& a) {
    const std::vector<double> frequencies = frequencies_of(setting);
    const Size first = setting.first_position();
    a.rotated_query.resize_like(a.query);
    setting.run(rotary_forward, a.query, frequencies, first, a.rotated_query);
    if (first == 0) {
        a.rotated_key.resize_like(a.key);
        return setting.run(rotary_forward, a.key, frequencies, first, a.rotated_key);
    }
    Tensor fresh{Axis::batch, Axis::head, Axis::key, Axis::feature}, turned{Axis::batch, Axis::head, Axis::key, Axis::feature};
    take_last(a.key, fresh);
    turned.resize_like(fresh);
    setting.run(rotary_forward, fresh, frequencies, first, turned);
    append_to_cache(a.rotated_key, setting.step->parents, turned);
}

RelativeBuckets buckets_of(const Setting& setting) {
    const Configuration& c = setting.configuration;
    return {c.relative_buckets, c.relative_max_distance, setting.stack == StackKind::encoder};
}

/// Adds the bias to the scores, which depends on the distance between key and query.
void add_bias(const Tensor& table, const Setting& setting, AttentionActivations& a) {
    a.position_bias.resize({1, a.scores.size(1), a.scores.size(2), a.scores.size(3)});
    a.biased_scores.resize_like(a.scores);
    setting.run(relative_positions_forward, table, buckets_of(setting), setting.first_position(), a.position_bias);
    setting.run(add_bias_forward, a.scores, a.position_bias, a.biased_scores);
}

ScoreDivisor divisor_of(const Setting& setting) {
    const Configuration& c = setting.configuration;
    return {setting.regime.design.scale_scores && c.scale_scores, c.scale_scores_by_layer ? setting.layer + 1 : 1};
}

void fill_mask(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const bool of_keys = input.mask.padding == PaddingAxis::keys;
    a.mask.resize({input.queries.size(0), 1, input.queries.size(1), a.key.size(2)});
    setting.run(make_mask, input.mask_tokens, of_keys ? input.queries.size(1) : a.key.size(2), input.mask, a.mask);
}

/// Where a mask hides nothing, the masked scores equal the scores. If they are large, they share the memory of the scores, which
/// saves a third of all that the attention keeps. Otherwise gives the masked scores memory of their own and returns false: they
/// are still to be computed.
bool share_unhidden(const Setting& setting, AttentionActivations& a) {
    if (is_blocked_faster(a.scores) && hides_nothing(a.mask)) {
        setting.run.share(scores_to_mask(a), a.mask, a.masked_scores);
        return true;
    }
    if (a.masked_scores.data() == scores_to_mask(a).data()) a.masked_scores.own();
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
        run(softmax_forward, scores_to_mask(a), a.unmasked_weights);
        run(multiply_mask_forward, a.unmasked_weights, a.mask, a.weights);
        return;
    }
    a.unmasked_weights.clear();
    if (!share_unhidden(setting, a))
        run(mask_forward, scores_to_mask(a), a.mask, mask_value(setting.configuration), a.masked_scores);
    run(softmax_forward, a.masked_scores, a.weights);
}

/// Computes the context from query, key and value, one operation after another.
void compute_context(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    run(scores_forward, scored_query(a), scored_key(a), a.scores, divisor_of(setting));
    if (input.positions.relative) add_bias(*input.positions.relative, setting, a);
    weigh(input, setting, a);
    const Tensor& weights = drop(a.weights, setting.regime.dropout, setting, {a.weights_dropout_mask, a.dropped_weights});
    run(context_forward, weights, a.value, a.context);
}

/// Whether blocked attention gives the same results and is faster. It cannot be used in a replay, which calls single operations,
/// nor if other operations come in between.
bool in_blocks(const AttentionInput& input, const Setting& setting, const AttentionActivations& a) {
    const bool as_in_the_paper =
        !setting.regime.design.mask_after_softmax && setting.regime.dropout == 0 && !input.positions.relative;
    return as_in_the_paper && !setting.run.is_replay() && is_blocked_faster(a.scores);
}

void compute_context_in_blocks(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    fill_mask(input, setting, a);
    a.unmasked_weights.clear(), a.weights_dropout_mask.clear(), a.dropped_weights.clear();
    share_unhidden(setting, a);
    attention_forward({scored_query(a), scored_key(a), a.value, a.mask}, {mask_value(setting.configuration), divisor_of(setting)},
                      {a.scores, a.masked_scores, a.weights, a.context});
}

void compute_here(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    for (Tensor* grid : {&a.scores, &a.weights}) grid->resize({a.query.size(0), a.query.size(1), a.query.size(2), a.key.size(2)});
    in_blocks(input, setting, a) ? compute_context_in_blocks(input, setting, a) : compute_context(input, setting, a);
}

/// Lets the device compute the attention. The device computes the paper's attention as a whole: no replay, no dropout, no mask
/// after the softmax, no decoding step, no rotary or relative positions, as many key heads as heads. Returns false if there is no
/// device or if it declines.
bool computed_elsewhere(const AttentionInput& input, const Setting& setting, AttentionActivations& a) {
    const Regime& regime = setting.regime;
    if (!setting.device || setting.run.is_replay() || setting.step || regime.dropout != 0 || regime.design.mask_after_softmax ||
        input.positions.relative || input.positions.rotary || a.key.size(1) != a.query.size(1))
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

/// The softmax of `x` as it was computed: `output`, unless some of its numbers were set by hand; then it is computed again.
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

void attend(const AttentionInput& input, const AttentionParameters& p, const Setting& setting, AttentionActivations& a) {
    const Execution& run = setting.run;
    const Thirds in_proj(p, setting);
    project(input.queries, in_proj.query, setting, a.query);
    find_rows(input.memory, input.cached, in_proj.key, setting, a.key);
    find_rows(input.values ? *input.values : input.memory, input.cached, in_proj.value, setting, a.value);
    if (input.positions.rotary) turn(setting, a);
    size_attention(input, a);
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
    // biased_scores = scores + bias, bias = table[bucket of the distance]
    if (!a.biased_scores.empty()) {
        add_bias_backward(run.passed(d.biased_scores), {d.scores, d.position_bias});
        relative_positions_backward(buckets_of(setting), run.passed(d.position_bias), *to.relative);
    }
    // scores = Q·Kᵀ / √d; with rotary positions Q and K are the turned ones
    const bool turned = !a.rotated_query.empty();
    scores_backward(scored_query(a), scored_key(a), run.passed(d.scores),
                    {turned ? d.rotated_query : d.query, turned ? d.rotated_key : d.key, divisor_of(setting)});
    if (turned) {
        const std::vector<double> frequencies = frequencies_of(setting);
        rotary_backward(run.passed(d.rotated_query), frequencies, d.query);
        rotary_backward(run.passed(d.rotated_key), frequencies, d.key);
    }

    // Q = queries · W_Qᵀ + b_Q, K = memory · W_Kᵀ + b_K, V = memory · W_Vᵀ + b_V
    const Thirds in_proj(p, setting);
    linear_backward(pass.queries, in_proj.query, run.passed(d.query),
                    {to.queries, d_p.in_proj_weight, d_p.in_proj_bias, to.queries_write});
    linear_backward(pass.memory, in_proj.key, run.passed(d.key), {to.memory, d_p.in_proj_weight, d_p.in_proj_bias, Write::add});
    linear_backward(pass.memory, in_proj.value, run.passed(d.value), {to.memory, d_p.in_proj_weight, d_p.in_proj_bias, Write::add});
}

}  // namespace vitrine
