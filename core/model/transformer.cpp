#include "core/model/transformer.h"

#include <type_traits>
#include <utility>

#include "core/model/layers.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/softmax.h"

namespace vitrine {

namespace {

EmbeddingView source_embedding(const Parameters& p) {
    return {p.src_embedding.weight, p.src_embedding_projection, p.src_positions.weight, p.src_embedding_norm};
}

EmbeddingView target_embedding(const Parameters& p) {
    return {p.target_table(), p.tgt_embedding_projection, p.tgt_positions.weight, p.tgt_embedding_norm};
}

/// What layer i reads: the layer before it, or the embedding. In gradients too.
template <class Stack, class Embedding>
auto& layer_input(Stack& stack, Embedding& embedding, std::size_t i, const Configuration& c) {
    return i == 0 ? embedding_output(embedding) : layer_output(stack.layers[i - 1], c);
}

/// What leaves a stack: its last layer's output, through a LayerNorm where there is one. In gradients too.
template <class Stack, class Embedding>
auto& stack_output(Stack& stack, Embedding& embedding, const Configuration& c) {
    return c.final_norm ? stack.norm.output : layer_input(stack, embedding, stack.layers.size(), c);
}

template <class Stack>
void finish_stack(const LayerNormParameters& norm, const Configuration& c, const EmbeddingActivations& embedding, Stack& stack) {
    if (!c.final_norm) return;
    const Tensor& x = layer_input(std::as_const(stack), embedding, stack.layers.size(), c);
    layer_norm_forward(x, norm, c.layer_norm_options(), stack.norm);
}

void encode(const Parameters& p, const Setting& s, Activations& a) {
    auto& layers = a.encoder.layers;
    layers.resize(p.transformer.encoder.layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Tensor& x = layer_input(a.encoder, a.src, i, s.configuration);
        encode_layer(x, a.src.tokens, p.transformer.encoder.layers[i], s, layers[i]);
    }
    finish_stack(p.transformer.encoder.norm, s.configuration, a.src, a.encoder);
    a.memory = stack_output(a.encoder, a.src, s.configuration);
}

void decode(const Parameters& p, const Setting& s, Activations& a) {
    auto& layers = a.decoder.layers;
    layers.resize(p.transformer.decoder.layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Tensor& x = layer_input(a.decoder, a.tgt, i, s.configuration);
        decode_layer({x, a.memory, a.tgt.tokens, a.src.tokens}, p.transformer.decoder.layers[i], s, layers[i]);
    }
    finish_stack(p.transformer.decoder.norm, s.configuration, a.tgt, a.decoder);
}

void predict(const Configuration& c, const Parameters& p, Activations& a) {
    const Tensor& x = stack_output(a.decoder, a.tgt, c);
    a.logits.resize({x.size(0), x.size(1), c.tgt_vocab_size});
    a.probabilities.resize({x.size(0), x.size(1), c.tgt_vocab_size});
    a.predictions.resize({x.size(0), x.size(1)});
    linear_forward(x, {p.output_weight(), p.fc_out.bias}, a.logits);
    softmax_forward(a.logits, a.probabilities);
    argmax_forward(a.logits, a.predictions);
}

CrossEntropyTarget target_of(const Pass& pass) {
    return {pass.batch.labels, pass.configuration.pad_tgt, pass.regime.label_smoothing, pass.regime.counted_labels};
}

void measure_loss(const Pass& pass, Activations& a) {
    const IndexTensor& labels = pass.batch.labels;
    if (labels.empty()) {
        a.labels.clear(), a.token_loss.clear(), a.loss.clear();
        return;
    }
    a.labels = labels;
    a.token_loss.resize({labels.size(0), labels.size(1)});
    a.loss.resize({1});
    cross_entropy_forward(a.logits, target_of(pass), {a.token_loss, a.loss});
}

}  // namespace

void forward(const Pass& pass, Activations& a) {
    const Parameters& p = pass.parameters;
    Random random(pass.regime.seed);
    const Setting setting{pass.configuration, pass.regime, &random};
    embed(pass.batch.src, source_embedding(p), setting, a.src);
    encode(p, setting, a);
    embed(pass.batch.tgt, target_embedding(p), setting, a.tgt);
    decode(p, setting, a);
    predict(pass.configuration, p, a);
    measure_loss(pass, a);
}

namespace {

/// Gives every gradient its tensor's sizes, and leaves those absent that are not asked for.
void size_gradients(const Configuration& c, const Activations& a, Activations& d) {
    d.encoder.layers.resize(a.encoder.layers.size());
    d.decoder.layers.resize(a.decoder.layers.size());
    const auto take_size = [](auto& gradient, const auto& tensor) {
        if constexpr (std::is_same_v<std::decay_t<decltype(gradient)>, Tensor>) gradient.resize_like(tensor);
    };
    visit_tensors(take_size, d, a);
    d.probabilities.clear(), d.token_loss.clear(), d.loss.clear();
    if (c.positions == PositionKind::sinusoidal) d.src.positions.clear(), d.tgt.positions.clear();
}

void predict_backward(const Pass& pass, const Activations& a, Gradients to) {
    const Configuration& c = pass.configuration;
    Activations& d = to.activations;
    cross_entropy_backward(a.probabilities, target_of(pass), d.logits);
    // logits = x · Wᵀ + b
    linear_backward(stack_output(a.decoder, a.tgt, c), {pass.parameters.output_weight(), pass.parameters.fc_out.bias}, d.logits,
                    {stack_output(d.decoder, d.tgt, c), to.parameters.output_weight(), to.parameters.fc_out.bias});
}

void decode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    const auto& p = pass.parameters.transformer.decoder;
    auto& d_p = to.parameters.transformer.decoder;
    const std::size_t last = p.layers.size();
    // x = LayerNorm(what the last layer puts out)
    if (c.final_norm) {
        layer_norm_backward({layer_input(a.decoder, a.tgt, last, c), p.norm, c.layer_norm_options(), a.decoder.norm},
                            d.decoder.norm, {layer_input(d.decoder, d.tgt, last, c), d_p.norm});
    }
    d.memory.fill(0);
    for (std::size_t i = last; i-- > 0;) {
        decode_layer_backward({layer_input(a.decoder, a.tgt, i, c), a.memory, p.layers[i], a.decoder.layers[i]}, s,
                              d.decoder.layers[i], {layer_input(d.decoder, d.tgt, i, c), d.memory, d_p.layers[i]});
    }
}

void encode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    const auto& p = pass.parameters.transformer.encoder;
    auto& d_p = to.parameters.transformer.encoder;
    const std::size_t last = p.layers.size();
    // memory = LayerNorm(what the last layer puts out)
    stack_output(d.encoder, d.src, c) = d.memory;
    if (c.final_norm) {
        layer_norm_backward({layer_input(a.encoder, a.src, last, c), p.norm, c.layer_norm_options(), a.encoder.norm},
                            d.encoder.norm, {layer_input(d.encoder, d.src, last, c), d_p.norm});
    }
    for (std::size_t i = last; i-- > 0;) {
        encode_layer_backward({layer_input(a.encoder, a.src, i, c), p.layers[i], a.encoder.layers[i]}, s, d.encoder.layers[i],
                              {layer_input(d.encoder, d.src, i, c), d_p.layers[i]});
    }
}

/// Tables are added to by everything that reads them; a table that the output is tied to has its share of that already.
void clear_tables(const Configuration& c, Parameters& d) {
    if (!c.ties_output()) d.target_table().fill(0);
    if (!c.ties_embeddings()) d.src_embedding.weight.fill(0);
}

}  // namespace

void backward(const Pass& pass, const Activations& a, Gradients to) {
    const Parameters& p = pass.parameters;
    Parameters& d_p = to.parameters;
    Activations& d = to.activations;
    const Setting setting{pass.configuration, pass.regime};
    size_gradients(pass.configuration, a, d);
    predict_backward(pass, a, to);
    clear_tables(pass.configuration, d_p);
    decode_backward(pass, setting, a, to);
    embed_backward({target_embedding(p), a.tgt}, setting, d.tgt,
                   {d_p.target_table(), d_p.tgt_embedding_projection, d_p.tgt_positions.weight, d_p.tgt_embedding_norm});
    encode_backward(pass, setting, a, to);
    embed_backward({source_embedding(p), a.src}, setting, d.src,
                   {d_p.src_embedding.weight, d_p.src_embedding_projection, d_p.src_positions.weight, d_p.src_embedding_norm});
}

}  // namespace vitrine
