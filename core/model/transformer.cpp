#include "core/model/transformer.h"

#include <type_traits>
#include <utility>

#include "core/model/layers.h"
#include "core/model/normalise.h"
#include "core/model/transformer_parts.h"
#include "core/ops/copy.h"
#include "core/ops/cross_entropy.h"
#include "core/ops/softmax.h"
#include "core/tensor/error.h"

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
auto& layer_input(Stack& stack, Embedding& embedding, std::size_t i, const Setting& s) {
    return i == 0 ? embedding_output(embedding) : layer_output(stack.layers[i - 1], s);
}

/// What leaves a stack: its last layer's output, through a LayerNorm where there is one. In gradients too.
template <class Stack, class Embedding>
auto& stack_output(Stack& stack, Embedding& embedding, const Setting& s) {
    return s.configuration.final_norm ? stack.norm.output : layer_input(stack, embedding, stack.layers.size(), s);
}

template <class Stack>
void finish_stack(const LayerNormParameters& norm, const Setting& s, const EmbeddingActivations& embedding, Stack& stack) {
    if (!s.configuration.final_norm) return;
    const Tensor& x = layer_input(std::as_const(stack), embedding, stack.layers.size(), s);
    normalise(x, norm, s, stack.norm);
}

void encode(const Parameters& p, const Setting& s, Activations& a) {
    auto& layers = a.encoder.layers;
    layers.resize(p.transformer.encoder.layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Tensor& x = layer_input(a.encoder, a.src, i, s);
        encode_layer(x, a.src.tokens, p.transformer.encoder.layers[i], s, layers[i]);
    }
    finish_stack(p.transformer.encoder.norm, s, a.src, a.encoder);
    s.run(copy_forward<Scalar>, stack_output(a.encoder, a.src, s), a.memory);
}

/// words: the target as far as it goes, of which a step reads the last only.
void decode(const Parameters& p, const Setting& s, const IndexTensor& words, Activations& a) {
    auto& layers = a.decoder.layers;
    layers.resize(p.transformer.decoder.layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Tensor& x = layer_input(a.decoder, a.tgt, i, s);
        decode_layer({x, a.memory, words, a.src.tokens, a.tgt.tokens}, p.transformer.decoder.layers[i], s, layers[i]);
    }
    finish_stack(p.transformer.decoder.norm, s, a.tgt, a.decoder);
}

void predict(const Parameters& p, const Setting& s, Activations& a) {
    const Size words = s.configuration.tgt_vocab_size;
    const Tensor& x = stack_output(a.decoder, a.tgt, s);
    a.logits.resize({x.size(0), x.size(1), words});
    a.probabilities.resize({x.size(0), x.size(1), words});
    a.predictions.resize({x.size(0), x.size(1)});
    s.run(linear_forward, x, {p.output_weight(), p.fc_out.bias}, a.logits);
    s.run(softmax_forward, a.logits, a.probabilities);
    s.run(argmax_forward, a.logits, a.predictions);
}

CrossEntropyTarget target_of(const Pass& pass, const IndexTensor& labels) {
    return {labels, pass.configuration.pad_tgt, pass.regime.label_smoothing, pass.regime.counted_labels};
}

IndexTensor last_column(const IndexTensor& tokens) {
    IndexTensor last{Axis::batch, Axis::position};
    last.resize({tokens.size(0), 1});
    for (Size b = 0; b < tokens.size(0); ++b) last.data()[b] = tokens.at({b, tokens.size(1) - 1});
    return last;
}

void measure_loss(const Pass& pass, const Execution& run, Activations& a) {
    const IndexTensor& labels = pass.batch.labels;
    if (labels.empty()) {
        a.labels.clear(), a.token_loss.clear(), a.loss.clear();
        return;
    }
    run(copy_forward<std::int32_t>, labels, a.labels);
    a.token_loss.resize({labels.size(0), labels.size(1)});
    a.loss.resize({1});
    run(cross_entropy_forward, a.logits, target_of(pass, a.labels), a.token_loss);
    run(mean_loss_forward, a.token_loss, target_of(pass, a.labels), a.loss);
}

}  // namespace

const Interventions& interventions_of(const Pass& pass) {
    static const Interventions none;
    return pass.interventions ? *pass.interventions : none;
}

void compute(const Pass& pass, const Execution& run, Activations& a) {
    const Parameters& p = pass.parameters;
    Random random(pass.regime.seed);
    const Setting setting{pass.configuration, pass.regime, &random, run};
    embed(pass.batch.src, source_embedding(p), setting, a.src);
    encode(p, setting, a);
    embed(pass.batch.tgt, target_embedding(p), setting, a.tgt);
    decode(p, setting, a.tgt.tokens, a);
    predict(p, setting, a);
    measure_loss(pass, run, a);
}

void compute_encoder(const Pass& pass, const Execution& run, Activations& a) {
    const Setting setting{pass.configuration, pass.regime, nullptr, run};
    embed(pass.batch.src, source_embedding(pass.parameters), setting, a.src);
    encode(pass.parameters, setting, a);
}

void compute_decoder(const Pass& pass, const Execution& run, const WordStep* step, Activations& a) {
    const Setting setting{pass.configuration, pass.regime, nullptr, run, step};
    embed(step ? last_column(pass.batch.tgt) : pass.batch.tgt, target_embedding(pass.parameters), setting, a.tgt);
    decode(pass.parameters, setting, step ? pass.batch.tgt : a.tgt.tokens, a);
    predict(pass.parameters, setting, a);
}

namespace {

/// What the activations share since a rerun stays with the other ones.
void take_own_memory(Activations& a) {
    for (EmbeddingActivations* side : {&a.src, &a.tgt}) {
        if (side->positions.is_shared()) side->has_sinusoids = false;
    }
    visit_tensors([](auto& tensor) { tensor.own(); }, a);
}

}  // namespace

void forward(const Pass& pass, Activations& a) {
    take_own_memory(a);
    if (!pass.interventions) return compute(pass, {}, a);
    const Parameters altered = altered_parameters(pass.parameters, *pass.interventions);
    a.encoder.layers.resize(altered.transformer.encoder.layers.size());
    a.decoder.layers.resize(altered.transformer.decoder.layers.size());
    Replay replay(*pass.interventions, a);
    compute({pass.configuration, altered, pass.batch, pass.regime, pass.interventions}, Execution(replay), a);
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

void predict_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    Activations& d = to.activations;
    cross_entropy_backward(a.probabilities, target_of(pass, a.labels), d.logits);
    // logits = x · Wᵀ + b
    linear_backward(stack_output(a.decoder, a.tgt, s), {pass.parameters.output_weight(), pass.parameters.fc_out.bias}, d.logits,
                    {stack_output(d.decoder, d.tgt, s), to.parameters.output_weight(), to.parameters.fc_out.bias});
}

void decode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    const auto& p = pass.parameters.transformer.decoder;
    auto& d_p = to.parameters.transformer.decoder;
    const std::size_t last = p.layers.size();
    // x = LayerNorm(what the last layer puts out)
    if (c.final_norm) {
        layer_norm_backward({layer_input(a.decoder, a.tgt, last, s), p.norm, c.layer_norm_options(), a.decoder.norm},
                            d.decoder.norm, {layer_input(d.decoder, d.tgt, last, s), d_p.norm});
    }
    d.memory.fill(0);
    for (std::size_t i = last; i-- > 0;) {
        decode_layer_backward({layer_input(a.decoder, a.tgt, i, s), a.memory, p.layers[i], a.decoder.layers[i]}, s,
                              d.decoder.layers[i], {layer_input(d.decoder, d.tgt, i, s), d.memory, d_p.layers[i]});
    }
}

void encode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    const auto& p = pass.parameters.transformer.encoder;
    auto& d_p = to.parameters.transformer.encoder;
    const std::size_t last = p.layers.size();
    // memory = LayerNorm(what the last layer puts out)
    stack_output(d.encoder, d.src, s) = d.memory;
    if (c.final_norm) {
        layer_norm_backward({layer_input(a.encoder, a.src, last, s), p.norm, c.layer_norm_options(), a.encoder.norm},
                            d.encoder.norm, {layer_input(d.encoder, d.src, last, s), d_p.norm});
    }
    for (std::size_t i = last; i-- > 0;) {
        encode_layer_backward({layer_input(a.encoder, a.src, i, s), p.layers[i], a.encoder.layers[i]}, s, d.encoder.layers[i],
                              {layer_input(d.encoder, d.src, i, s), d_p.layers[i]});
    }
}

/// Tables are added to by everything that reads them; a table that the output is tied to has its share of that already.
void clear_tables(const Configuration& c, Parameters& d) {
    if (!c.ties_output()) d.target_table().fill(0);
    if (!c.ties_embeddings()) d.src_embedding.weight.fill(0);
}

/// An overwritten number is a constant, which the operations' ways back do not know.
void refuse_overwritten(const Interventions& interventions, const Activations& a) {
    for (const Overwrite& overwrite : interventions.overwrites) {
        const auto refuse = [&]<class T>(const TensorOf<T>&) {
            if (std::is_same_v<T, Scalar>) throw Error("no gradients while numbers of " + overwrite.path + " are overwritten");
        };
        visit_tensor(stored(overwrite).path, refuse, a);
    }
}

/// The way back; the pass's parameters are altered already.
void compute_backward(const Pass& pass, const Execution& run, const Activations& a, Gradients to) {
    const Parameters& p = pass.parameters;
    Parameters& d_p = to.parameters;
    Activations& d = to.activations;
    const Setting setting{pass.configuration, pass.regime, nullptr, run};
    predict_backward(pass, setting, a, to);
    clear_tables(pass.configuration, d_p);
    decode_backward(pass, setting, a, to);
    embed_backward({target_embedding(p), a.tgt}, setting, d.tgt,
                   {d_p.target_table(), d_p.tgt_embedding_projection, d_p.tgt_positions.weight, d_p.tgt_embedding_norm});
    encode_backward(pass, setting, a, to);
    embed_backward({source_embedding(p), a.src}, setting, d.src,
                   {d_p.src_embedding.weight, d_p.src_embedding_projection, d_p.src_positions.weight, d_p.src_embedding_norm});
}

}  // namespace

void backward(const Pass& pass, const Activations& a, Gradients to) {
    size_gradients(pass.configuration, a, to.activations);
    if (!pass.interventions) return compute_backward(pass, {}, a, to);
    refuse_overwritten(*pass.interventions, a);
    const Parameters altered = altered_parameters(pass.parameters, *pass.interventions);
    Replay replay(*pass.interventions, to.activations);
    compute_backward({pass.configuration, altered, pass.batch, pass.regime, pass.interventions}, Execution(replay), a, to);
}

}  // namespace vitrine
