#include "core/model/transformer.h"

#include "core/model/blocks.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/softmax.h"

namespace vitrine {

namespace {

/// The stack's LayerNorm where there is one; what leaves the stack.
const Tensor& finish_stack(const Tensor& x, const LayerNormParameters& parameters, const Configuration& c,
                           LayerNormActivations& a) {
    if (!c.final_norm) return x;
    layer_norm_forward(x, parameters, c.layer_norm_options(), a);
    return a.output;
}

void encode(const Configuration& c, const Parameters& p, Activations& a) {
    a.encoder.layers.resize(p.transformer.encoder.layers.size());
    const Tensor* x = &a.src.output();
    for (std::size_t i = 0; i < a.encoder.layers.size(); ++i) {
        encode_layer(*x, a.src.tokens, p.transformer.encoder.layers[i], c, a.encoder.layers[i]);
        x = &layer_output(a.encoder.layers[i], c);
    }
    a.memory = finish_stack(*x, p.transformer.encoder.norm, c, a.encoder.norm);
}

const Tensor& decode(const Configuration& c, const Parameters& p, Activations& a) {
    a.decoder.layers.resize(p.transformer.decoder.layers.size());
    const Tensor* x = &a.tgt.output();
    for (std::size_t i = 0; i < a.decoder.layers.size(); ++i) {
        decode_layer({*x, a.memory, a.tgt.tokens, a.src.tokens}, p.transformer.decoder.layers[i], c, a.decoder.layers[i]);
        x = &layer_output(a.decoder.layers[i], c);
    }
    return finish_stack(*x, p.transformer.decoder.norm, c, a.decoder.norm);
}

void predict(const Configuration& c, const Parameters& p, const Tensor& x, Activations& a) {
    a.logits.resize({x.size(0), x.size(1), c.tgt_vocab_size});
    a.probabilities.resize({x.size(0), x.size(1), c.tgt_vocab_size});
    a.predictions.resize({x.size(0), x.size(1)});
    linear_forward(x, {p.output_weight(), p.fc_out.bias}, a.logits);
    softmax_forward(a.logits, a.probabilities);
    argmax_forward(a.logits, a.predictions);
}

void measure_loss(const IndexTensor& labels, std::int32_t pad, Activations& a) {
    if (labels.empty()) {
        a.token_loss.clear(), a.loss.clear();
        return;
    }
    a.token_loss.resize({labels.size(0), labels.size(1)});
    a.loss.resize({1});
    cross_entropy_forward(a.logits, labels, pad, {a.token_loss, a.loss});
}

}  // namespace

void forward(const Configuration& c, const Parameters& p, const Batch& batch, Activations& a) {
    embed(batch.src, {p.src_embedding.weight, p.src_embedding_projection, p.src_positions.weight, p.src_embedding_norm}, c, a.src);
    encode(c, p, a);
    embed(batch.tgt, {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm}, c, a.tgt);
    predict(c, p, decode(c, p, a), a);
    measure_loss(batch.labels, c.pad_tgt, a);
}

}  // namespace vitrine
