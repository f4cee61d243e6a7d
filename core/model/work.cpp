#include "core/model/work.h"

#include "core/model/description.h"

namespace vitrine {

namespace {

/// How many positions a sublayer computes, and how many its attention reads.
struct Lengths {
    double queries, keys;
};

/// The multiplications for one sentence in the parts of a model.
class Multiplications {
public:
    explicit Multiplications(const Configuration& c) : c_(c), d_(double(c.d_model)) {}

    /// For W_K, and as many for W_V.
    double key_projection(const AttentionDescription& of, double words) const { return words * d_ * double(of.key_rows()); }

    /// For W_Q and W_O.
    double query_projections(const AttentionDescription& of, double words) const {
        return 2 * words * d_ * double(of.query_rows());
    }

    /// The products for the scores and for the context.
    static double weighing(const AttentionDescription& of, const Lengths& lengths) {
        return 2 * lengths.queries * lengths.keys * double(of.query_rows());
    }

    /// Q and the output have one row per query, K and V one per key.
    double attention(const AttentionDescription& of, const Lengths& lengths) const {
        return query_projections(of, lengths.queries) + 2 * key_projection(of, lengths.keys) + weighing(of, lengths);
    }

    double feed_forward(const FeedForwardDescription& of, double words) const {
        return words * d_ * double(of.width) * (of.gated ? 3 : 2);
    }

    double embedding(double words) const { return words * double(c_.d_embed.value_or(0)) * d_; }

    double logits(double words) const {
        if (!c_.logits) return 0;
        const double width = double(c_.output_width());
        const double before = d_ * ((c_.output_transform ? d_ : 0) + (c_.project_output ? width : 0));
        return words * (before + width * double(c_.output_vocabulary()));
    }

    /// A sublayer at `words` positions. source: the positions of the memory.
    double sublayer(const SublayerDescription& of, double words, double source) const {
        if (of.kind == SublayerKind::feed_forward) return feed_forward(of.feed_forward, words);
        return attention(of.attention, {words, of.kind == SublayerKind::cross_attention ? source : words});
    }

    /// The newest position of a sublayer, with the keys and values of all others kept.
    double cached_sublayer(const SublayerDescription& of, const DecodingSize& step) const {
        if (of.kind == SublayerKind::feed_forward) return feed_forward(of.feed_forward, 1);
        const bool cross = of.kind == SublayerKind::cross_attention;
        const double own = cross ? 0 : 2 * key_projection(of.attention, 1);
        return query_projections(of.attention, 1) + own + weighing(of.attention, {1, double(cross ? step.source : step.words)});
    }

private:
    const Configuration& c_;
    double d_;
};

/// The sum of count(sublayer) over a stack.
template <class Count>
double over_stack(const StackDescription& stack, Count&& count) {
    double sum = 0;
    for (const LayerDescription& layer : stack.layers) {
        for (const SublayerDescription& of : layer.sublayers) sum += count(of);
    }
    return sum;
}

}  // namespace

double product_operations(const Configuration& c, const Batch& batch) {
    const double source = double(batch.source_length()), target = double(batch.target_length());
    const Multiplications of(c);
    const ModelDescription model = describe(c);
    if (!c.is_transformer()) {
        const AttentionDescription& lone = model.lone.attention;  // it has no W_O
        const double projections = of.query_projections(lone, target) / 2 + 2 * of.key_projection(lone, source);
        return 2 * double(batch.sentences()) * (projections + of.weighing(lone, {target, source}));
    }
    const double count = of.embedding(source + target) +
                         over_stack(model.encoder, [&](const auto& sublayer) { return of.sublayer(sublayer, source, source); }) +
                         over_stack(model.decoder, [&](const auto& sublayer) { return of.sublayer(sublayer, target, source); }) +
                         of.logits(c.last_stack() == StackKind::encoder ? source : target);
    return 2 * double(batch.sentences()) * count;
}

double cached_step_multiplications(const Configuration& c, const DecodingSize& step) {
    const Multiplications of(c);
    const double layers = over_stack(describe(c).decoder, [&](const auto& sublayer) { return of.cached_sublayer(sublayer, step); });
    return double(step.sentences) * (of.embedding(1) + layers + of.logits(1));
}

double full_step_multiplications(const Configuration& c, const DecodingSize& step) {
    const Multiplications of(c);
    const double words = double(step.words), source = double(step.source);
    const double layers =
        over_stack(describe(c).decoder, [&](const auto& sublayer) { return of.sublayer(sublayer, words, source); });
    return double(step.sentences) * (of.embedding(words) + layers + of.logits(words));
}

double source_key_value_multiplications(const Configuration& c, Size source) {
    const Multiplications of(c);
    return over_stack(describe(c).decoder, [&](const SublayerDescription& sublayer) {
        return sublayer.kind == SublayerKind::cross_attention ? 2 * of.key_projection(sublayer.attention, double(source)) : 0;
    });
}

}  // namespace vitrine
