#include "core/model/work.h"

namespace vitrine {

namespace {

/// The multiplications for one sentence; `words`, `queries` and `keys` are lengths.
class Multiplications {
public:
    explicit Multiplications(const Configuration& c)
        : d_(double(c.d_model)),
          hidden_(double(c.dim_feedforward)),
          embedding_(double(c.d_embed.value_or(0))),
          vocabulary_(double(c.tgt_vocab_size)) {}

    /// One of W_Q, W_K, W_V and W_O.
    double projection(double words) const { return words * d_ * d_; }

    /// One product for the scores and one for the context.
    double weighing(double queries, double keys) const { return 2 * queries * keys * d_; }

    /// Q and the output have one row per query, K and V one per key.
    double attention(double queries, double keys) const {
        return 2 * projection(queries) + 2 * projection(keys) + weighing(queries, keys);
    }

    double feed_forward(double words) const { return 2 * words * d_ * hidden_; }
    double embedding(double words) const { return words * embedding_ * d_; }
    double logits(double words) const { return words * d_ * vocabulary_; }

private:
    double d_, hidden_, embedding_, vocabulary_;
};

}  // namespace

double product_operations(const Configuration& c, const Batch& batch) {
    const double source = double(batch.source_length()), target = double(batch.target_length());
    const Multiplications of(c);
    if (!c.is_transformer()) {
        const double projections = of.projection(target) + 2 * of.projection(source);
        return 2 * double(batch.sentences()) * (projections + of.weighing(target, source));
    }
    const double encoder = double(c.num_encoder_layers) * (of.attention(source, source) + of.feed_forward(source));
    const double decoder =
        double(c.num_decoder_layers) * (of.attention(target, target) + of.attention(target, source) + of.feed_forward(target));
    return 2 * double(batch.sentences()) * (of.embedding(source + target) + encoder + decoder + of.logits(target));
}

double cached_step_multiplications(const Configuration& c, const DecodingSize& step) {
    const Multiplications of(c);
    const double self_attention = 4 * of.projection(1) + of.weighing(1, double(step.words));
    const double cross_attention = 2 * of.projection(1) + of.weighing(1, double(step.source));
    const double layer = self_attention + cross_attention + of.feed_forward(1);
    return double(step.sentences) * (of.embedding(1) + double(c.num_decoder_layers) * layer + of.logits(1));
}

double full_step_multiplications(const Configuration& c, const DecodingSize& step) {
    const Multiplications of(c);
    const double words = double(step.words);
    const double layer = of.attention(words, words) + of.attention(words, double(step.source)) + of.feed_forward(words);
    return double(step.sentences) * (of.embedding(words) + double(c.num_decoder_layers) * layer + of.logits(words));
}

double source_key_value_multiplications(const Configuration& c, Size source) {
    return 2 * double(c.num_decoder_layers) * Multiplications(c).projection(double(source));
}

}  // namespace vitrine
