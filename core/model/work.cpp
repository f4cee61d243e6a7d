#include "core/model/work.h"

namespace vitrine {

double product_operations(const Configuration& c, const Batch& batch) {
    const double sentences = double(batch.sentences());
    const double source = double(batch.source_length()), target = double(batch.target_length());
    const double d = double(c.d_model), feed_forward = 2 * d * double(c.dim_feedforward);
    // Q and the output are made of the queries' tokens, K and V of the keys'; scores and context take one product each.
    const auto attention = [&](double queries, double keys) { return 2 * d * d * (queries + keys) + 2 * queries * keys * d; };

    const double encoder = double(c.num_encoder_layers) * (attention(source, source) + source * feed_forward);
    const double decoder =
        double(c.num_decoder_layers) * (attention(target, target) + attention(target, source) + target * feed_forward);
    const double embedding = c.d_embed ? (source + target) * double(*c.d_embed) * d : 0;
    const double logits = target * d * double(c.tgt_vocab_size);
    return 2 * sentences * (embedding + encoder + decoder + logits);
}

}  // namespace vitrine
