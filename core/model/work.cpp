#include "core/model/work.h"

namespace vitrine {

namespace {

/// The multiplications for one sentence in a stack; `words`, `queries` and `keys` are lengths.
class Multiplications {
public:
    Multiplications(const Configuration& c, StackKind stack)
        : d_(double(c.d_model)),
          read_(double(c.heads(stack) * c.head_width(stack))),
          kept_(double(c.key_heads(stack) * c.head_width(stack))),
          hidden_(double(c.hidden_width(stack)) * (c.gated ? 3 : 2)),
          embedding_(double(c.d_embed.value_or(0))),
          head_((c.output_transform ? double(c.d_model) : 0) + double(c.output_vocabulary())),
          predicts_(c.logits) {}

    /// Multiplications for W_Q, and as many for W_O.
    double projection(double words) const { return words * d_ * read_; }

    /// Multiplications for W_K, and as many for W_V.
    double key_projection(double words) const { return words * d_ * kept_; }

    /// The products for the scores and for the context.
    double weighing(double queries, double keys) const { return 2 * queries * keys * read_; }

    /// Q and the output have one row per query, K and V one per key.
    double attention(double queries, double keys) const {
        return 2 * projection(queries) + 2 * key_projection(keys) + weighing(queries, keys);
    }

    double feed_forward(double words) const { return words * d_ * hidden_; }
    double embedding(double words) const { return words * embedding_ * d_; }
    double logits(double words) const { return predicts_ ? words * d_ * head_ : 0; }

private:
    double d_, read_, kept_, hidden_, embedding_, head_;
    bool predicts_;
};

}  // namespace

double product_operations(const Configuration& c, const Batch& batch) {
    const double source = double(batch.source_length()), target = double(batch.target_length());
    const Multiplications in_encoder(c, StackKind::encoder), in_decoder(c, StackKind::decoder);
    if (!c.is_transformer()) {
        const double projections = in_encoder.projection(target) + 2 * in_encoder.key_projection(source);
        return 2 * double(batch.sentences()) * (projections + in_encoder.weighing(target, source));
    }
    double count = in_encoder.embedding(source + target);
    if (c.has_encoder())
        count += double(c.num_encoder_layers) * (in_encoder.attention(source, source) + in_encoder.feed_forward(source));
    if (c.has_decoder()) {
        const double memory = c.has_encoder() ? in_decoder.attention(target, source) : 0;
        count += double(c.num_decoder_layers) * (in_decoder.attention(target, target) + memory + in_decoder.feed_forward(target));
    }
    count += in_decoder.logits(c.last_stack() == StackKind::encoder ? source : target);
    return 2 * double(batch.sentences()) * count;
}

double cached_step_multiplications(const Configuration& c, const DecodingSize& step) {
    const Multiplications of(c, StackKind::decoder);
    const double self_attention = 2 * of.projection(1) + 2 * of.key_projection(1) + of.weighing(1, double(step.words));
    const double cross_attention = c.has_encoder() ? 2 * of.projection(1) + of.weighing(1, double(step.source)) : 0;
    const double layer = self_attention + cross_attention + of.feed_forward(1);
    return double(step.sentences) * (of.embedding(1) + double(c.num_decoder_layers) * layer + of.logits(1));
}

double full_step_multiplications(const Configuration& c, const DecodingSize& step) {
    const Multiplications of(c, StackKind::decoder);
    const double words = double(step.words);
    const double memory = c.has_encoder() ? of.attention(words, double(step.source)) : 0;
    const double layer = of.attention(words, words) + memory + of.feed_forward(words);
    return double(step.sentences) * (of.embedding(words) + double(c.num_decoder_layers) * layer + of.logits(words));
}

double source_key_value_multiplications(const Configuration& c, Size source) {
    if (!c.has_encoder()) return 0;
    return 2 * double(c.num_decoder_layers) * Multiplications(c, StackKind::decoder).key_projection(double(source));
}

}  // namespace vitrine
