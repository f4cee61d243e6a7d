#include "core/pass/heads.h"

#include "core/model/key_value_cache.h"
#include "core/ops/rotary.h"
#include "core/pass/normalise.h"

namespace vitrine {

namespace {

/// The rows of W_Q, W_K and W_V in the stacked weight.
struct InputProjections {
    Projection query, key, value;

    InputProjections(const AttentionParameters& p, const AttentionDescription& of)
        : query(part(p, 0, of.query_rows())),
          key(part(p, query.count, of.key_rows())),
          value(part(p, query.count + key.count, key.count)) {}

    static Projection part(const AttentionParameters& p, Size first, Size count) {
        return {p.in_proj_weight, p.in_proj_bias, first, count};
    }
};

/// Computes one of Q, K and V for every position of the input. width: a head's features.
void project(const Tensor& input, const Projection& projection, Size width, const Setting& setting, Tensor& rows) {
    rows.resize({input.size(0), projection.count / width, input.size(1), width}, Order::heads_together);
    setting.run(linear_forward, input, projection, rows);
}

/// Appends the projection of the input to the cached rows of each sentence's parent.
void extend(const Tensor& input, const Projection& projection, Size width, const Setting& setting, Tensor& rows) {
    Tensor added{Axis::batch, Axis::head, Axis::key, Axis::feature};
    project(input, projection, width, setting, added);
    append_to_cache(rows, setting.step->parents, added);
}

/// Computes K or V for all rows of `from`, or only for the rows that are not cached.
void find_rows(const Tensor& from, CachedKeys cached, const Projection& projection, Size width, const Setting& setting,
               Tensor& rows) {
    if (setting.first_position() == 0) return project(from, projection, width, setting, rows);
    if (cached == CachedKeys::all) return reorder_cache(rows, setting.step->parents);
    extend(from, projection, width, setting, rows);
}

}  // namespace

void project_heads(const AttentionInput& input, const AttentionDescription& of, const AttentionParameters& p,
                   const Setting& setting, AttentionActivations& a) {
    const InputProjections in_proj(p, of);
    project(input.queries, in_proj.query, of.head_width, setting, a.query);
    find_rows(input.memory, input.cached, in_proj.key, of.head_width, setting, a.key);
    find_rows(input.values ? *input.values : input.memory, input.cached, in_proj.value, of.head_width, setting, a.value);
}

void project_heads_backward(const AttentionPass& pass, const Execution& run, AttentionActivations& d, AttentionGradients to) {
    const InputProjections in_proj(pass.parameters, pass.description);
    AttentionParameters& d_p = to.parameters;
    linear_backward(pass.queries, in_proj.query, run.passed(d.query),
                    {to.queries, d_p.in_proj_weight, d_p.in_proj_bias, to.queries_write});
    linear_backward(pass.memory, in_proj.key, run.passed(d.key), {to.memory, d_p.in_proj_weight, d_p.in_proj_bias, Write::add});
    linear_backward(pass.memory, in_proj.value, run.passed(d.value), {to.memory, d_p.in_proj_weight, d_p.in_proj_bias, Write::add});
}

namespace {

/// Does something to every key: compute(keys, output). In a decoding step, only to the newest key of each sentence, whose result is
/// appended to those of the earlier ones.
template <class Compute>
void extend_keys(const Tensor& keys, const Setting& setting, Tensor& output, Compute&& compute) {
    if (setting.first_position() == 0) {
        output.resize_like(keys);
        return compute(keys, output);
    }
    Tensor fresh{Axis::batch, Axis::head, Axis::key, Axis::feature}, computed{Axis::batch, Axis::head, Axis::key, Axis::feature};
    take_last(keys, fresh);
    computed.resize_like(fresh);
    compute(fresh, computed);
    append_to_cache(output, setting.step->parents, computed);
}

/// Normalises queries and keys. A decoding step keeps no statistics of keys.
void normalise_heads(const AttentionInput& input, const AttentionDescription& of, const AttentionParameters& p,
                     const Setting& setting, AttentionActivations& a) {
    const LayerNormOptions& options = of.head_norm.options;
    normalise(a.query, options, p.query_norm, setting.run, a.query_norm);
    if (setting.first_position() == 0) return normalise(a.key, options, p.key_norm, setting.run, a.key_norm);
    for (Tensor* statistics : {&a.key_norm.mean, &a.key_norm.deviation, &a.key_norm.root_mean_square}) statistics->clear();
    if (input.cached == CachedKeys::all) return reorder_cache(a.key_norm.output, setting.step->parents);
    extend_keys(a.key, setting, a.key_norm.output, [&](const Tensor& fresh, Tensor& normed) {
        LayerNormActivations newest = LayerNormActivations::of_heads(Axis::key);
        normalise(fresh, options, p.key_norm, setting.run, newest);
        normed = newest.output;
    });
}

/// Turns queries and keys by their positions. `query`, `key`: their normalised form, or their own.
void turn(const Tensor& query, const Tensor& key, const AttentionDescription& of, const Setting& setting, AttentionActivations& a) {
    const RotaryTurn angles = rotary_turn(*of.rotation, of.head_width);
    const Size first = setting.first_position();
    a.rotated_query.resize_like(query);
    setting.run(rotary_forward, query, angles, first, a.rotated_query);
    extend_keys(key, setting, a.rotated_key,
                [&](const Tensor& keys, Tensor& turned) { setting.run(rotary_forward, keys, angles, first, turned); });
}

}  // namespace

void prepare_heads(const AttentionInput& input, const AttentionDescription& of, const AttentionParameters& p,
                   const Setting& setting, AttentionActivations& a) {
    const bool normed = of.query_key_norm != QueryKeyNorm::none;
    if (normed) normalise_heads(input, of, p, setting, a);
    if (of.rotation) {
        turn(normed ? a.query_norm.output : a.query, normed ? a.key_norm.output : a.key, of, setting, a);
    } else {
        a.rotated_query.clear(), a.rotated_key.clear();
    }
}

void prepare_heads_backward(const AttentionDescription& of, const AttentionParameters& p, const Execution& run,
                            const PreparedHeads& heads) {
    const auto& [a, d, d_p] = heads;
    const bool normed = of.query_key_norm != QueryKeyNorm::none;
    if (of.rotation) {
        // rotated = Q turned by the angles
        const RotaryTurn angles = rotary_turn(*of.rotation, of.head_width);
        rotary_backward(run.passed(d.rotated_query), angles, normed ? d.query_norm.output : d.query);
        rotary_backward(run.passed(d.rotated_key), angles, normed ? d.key_norm.output : d.key);
    }
    if (!normed) return;
    // query_norm = LayerNorm(Q), key_norm = LayerNorm(K)
    const LayerNormOptions& options = of.head_norm.options;
    normalise_backward({a.query, p.query_norm, options, a.query_norm}, run, d.query_norm, {d.query, d_p.query_norm});
    normalise_backward({a.key, p.key_norm, options, a.key_norm}, run, d.key_norm, {d.key, d_p.key_norm});
}

}  // namespace vitrine
