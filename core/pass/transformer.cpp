#include "core/pass/transformer.h"

#include <algorithm>
#include <utility>

#include "core/ops/activation.h"
#include "core/ops/copy.h"
#include "core/ops/embedding.h"
#include "core/ops/soft_cap.h"
#include "core/ops/softmax.h"
#include "core/pass/normalise.h"
#include "core/pass/transformer_parts.h"

namespace vitrine {

namespace {

void finish_stack(const StackDescription& of, const LayerNormParameters& norm, const Setting& s,
                  const EmbeddingActivations& embedding, StackActivations& stack) {
    if (!of.final_norm) return;
    normalise(layer_input(std::as_const(stack), embedding, stack.layers.size()), of.final_norm->options, norm, s.run, stack.norm);
}

/// Empties masked scores that share the memory of scores, so that own() leaves this memory to the scores and takes no more.
void separate(AttentionActivations& a) {
    const Scalar* const masked = a.masked_scores.data();
    if (masked && (masked == a.scores.data() || masked == a.biased_scores.data()))
        a.masked_scores = AttentionActivations{}.masked_scores;
}

/// Hands the memory of tensors that are not kept over to another layer. `read`: a tensor that stays, since it will be read.
void hand_over(const std::string& path, const KeepsTensor& keeps, const Tensor* read, LayerActivations& from,
               LayerActivations& to) {
    for (SublayerActivations& sublayer : from.sublayers) separate(sublayer.attention);
    for_each_tensor(
        path,
        [&](const std::string& name, auto& tensor, auto& next) {
            const bool is_read = static_cast<const void*>(&tensor) == read;
            if (tensor.empty() || is_read || keeps(name)) return;
            std::swap(tensor, next);
            tensor.clear();
            next.clear();  // the memory stays; whether the layer has such a tensor, its pass will tell
        },
        from, to);
}

/// Drops what nobody reads any more, once a layer has been computed: all of it but its output, which the next layer or the final
/// norm reads, and the output before it. The next layer is computed in the same memory; behind the last one it is freed.
void drop_behind(StackKind kind, std::size_t layer, const Setting& s, StackActivations& stack) {
    if (!s.keeps) return;
    Activations spare;
    const bool is_last = layer + 1 == stack.layers.size();
    if (is_last) shape_stacks(s.model, spare);
    LayerActivations& next =
        is_last ? (kind == StackKind::encoder ? spare.encoder : spare.decoder).layers[layer] : stack.layers[layer + 1];
    if (layer > 0) hand_over(layer_path(kind, layer - 1), *s.keeps, nullptr, stack.layers[layer - 1], next);
    hand_over(layer_path(kind, layer), *s.keeps, &layer_output(stack.layers[layer]), stack.layers[layer], next);
}

void encode(const Parameters& p, const Setting& s, Activations& a) {
    const StackParameters& stack = p.transformer.encoder;
    const StackDescription& of = s.model.encoder;
    for (std::size_t i = 0; i < a.encoder.layers.size(); ++i) {
        const Tensor& x = layer_input(a.encoder, a.src, i);
        compute_layer({x, a.src.tokens, a.src.tokens, nullptr, &stack.relative_positions.weight}, of.layers[i], stack.layers[i], s,
                      a.encoder.layers[i]);
        drop_behind(StackKind::encoder, i, s, a.encoder);
    }
    finish_stack(of, stack.norm, s, a.src, a.encoder);
    if (s.configuration.has_decoder()) s.run(copy_forward<Scalar>, stack_output(a.encoder, a.src), a.memory);
}

/// words: the target tokens so far; a decoding step computes only the last one.
void decode(const Parameters& p, const Setting& s, const IndexTensor& words, Activations& a) {
    const StackParameters& stack = p.transformer.decoder;
    const StackDescription& of = s.model.decoder;
    const LayerMemory memory{a.memory, a.src.tokens};
    for (std::size_t i = 0; i < a.decoder.layers.size(); ++i) {
        const Tensor& x = layer_input(a.decoder, a.tgt, i);
        compute_layer({x, words, a.tgt.tokens, &memory, &stack.relative_positions.weight}, of.layers[i], stack.layers[i], s,
                      a.decoder.layers[i]);
        drop_behind(StackKind::decoder, i, s, a.decoder);
    }
    finish_stack(of, stack.norm, s, a.tgt, a.decoder);
}

/// Computes what lies between the last stack and the logits, in models that have it.
void compute_head(const Parameters& p, const Setting& s, Activations& a) {
    const Configuration& c = s.configuration;
    const Tensor& x = last_output(a, c);
    HeadActivations& head = a.head;
    if (c.output_transform) {
        head.dense.resize_like(x), head.activation.resize_like(x);
        s.run(linear_forward, x, {p.head_dense.weight, p.head_dense.bias}, head.dense);
        s.run(activation_forward, head.dense, c.activation_of_head(), head.activation);
        normalise(head.activation, c.layer_norm_options(), p.head_norm, s.run, head.norm);
    }
    const Tensor& transformed = c.output_transform ? head.norm.output : x;
    if (c.scale_output) {
        head.scaled.resize_like(x);
        s.run(scale_forward, transformed, output_factor(c), head.scaled);
    }
    if (c.project_output) {
        head.projected.resize({x.size(0), x.size(1), *c.d_embed});
        s.run(linear_forward, c.scale_output ? head.scaled : transformed, {p.head_projection.weight, p.head_projection.bias},
              head.projected);
    }
}

void predict(const Parameters& p, const Setting& s, Activations& a) {
    compute_head(p, s, a);
    const Size words = s.configuration.output_vocabulary();
    const Tensor& x = logits_input(a, s.configuration);
    a.logits.resize({x.size(0), x.size(1), words});
    const auto& cap = s.configuration.logits_cap;
    if (cap) a.head.uncapped.resize_like(a.logits);
    s.run(linear_forward, x, {p.output_weight(), p.fc_out.bias}, cap ? a.head.uncapped : a.logits);
    if (cap) s.run(soft_cap_forward, a.head.uncapped, *cap, a.logits);
    const auto is_kept = [&](const char* path) { return !s.keeps || (*s.keeps)(path); };
    if (is_kept("probabilities")) {
        a.probabilities.resize({x.size(0), x.size(1), words});
        s.run(softmax_forward, a.logits, a.probabilities);
    }
    a.predictions.resize({x.size(0), x.size(1)});
    s.run(argmax_forward, a.logits, a.predictions);
}

void classify(const Parameters& p, const Setting& s, Activations& a) {
    const Configuration& c = s.configuration;
    const Tensor& x = last_output(a, c);
    ClassifierActivations& classifier = a.classifier;
    classifier.dense.resize({x.size(0), c.d_model});
    classifier.activation.resize({x.size(0), c.d_model});
    classifier.scores.resize({x.size(0), c.classes});
    classifier.probabilities.resize({x.size(0), c.classes});
    s.run(linear_of_first_forward, x, {p.classifier_dense.weight, p.classifier_dense.bias}, classifier.dense);
    s.run(activation_forward, classifier.dense, c.activation_of_head(), classifier.activation);
    s.run(linear_forward, classifier.activation, {p.classifier_out.weight, p.classifier_out.bias}, classifier.scores);
    s.run(softmax_forward, classifier.scores, classifier.probabilities);
}

/// The logits of the last position of every sentence, and nothing else: decoding needs no more.
void predict_next(const Parameters& p, const Setting& s, Activations& a) {
    compute_head(p, s, a);
    const Tensor& x = logits_input(a, s.configuration);
    const Size sentences = x.size(0), length = x.size(1), width = x.size(2);
    Tensor last{Axis::batch, Axis::position, Axis::feature};
    if (length > 1) {
        last.resize({sentences, 1, width});
        for (Size b = 0; b < sentences; ++b) std::copy_n(&x.at({b, length - 1, 0}), width, last.data() + b * width);
    }
    a.logits.resize({sentences, 1, s.configuration.output_vocabulary()});
    s.run(linear_forward, length > 1 ? last : x, {p.output_weight(), p.fc_out.bias}, a.logits);
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
    const Tensor& scores = pass.configuration.classes > 0 ? a.classifier.scores : a.logits;
    run(cross_entropy_forward, scores, target_of(pass, a.labels), a.token_loss);
    run(mean_loss_forward, a.token_loss, target_of(pass, a.labels), a.loss);
}

EmbeddedIds source_ids(const Batch& batch) { return {batch.src, batch.segments.empty() ? nullptr : &batch.segments}; }

/// One attention alone: its inputs are recorded like everything computed from them, so that they can be shown and altered.
void compute_alone(const Pass& pass, const Setting& s, LoneAttentionActivations& a) {
    const Batch& batch = pass.batch;
    s.run(copy_forward<Scalar>, batch.query, a.query_input);
    s.run(copy_forward<Scalar>, batch.key, a.key_input);
    s.run(copy_forward<Scalar>, batch.value, a.value_input);
    attend({a.query_input, a.key_input, batch.src, CachedKeys::earlier, &a.value_input}, s.model.lone.attention,
           pass.parameters.attention, s, a.parts);
}

}  // namespace

const ModelDescription& describe(const Pass& pass, Activations& a) {
    if (!a.model || !(a.model->configuration == pass.configuration) || !(a.model->design == pass.regime.design))
        a.model = std::make_shared<const ModelDescription>(describe(pass.configuration, pass.regime.design));
    return *a.model;
}

const Interventions& interventions_of(const Pass& pass) {
    static const Interventions none;
    return pass.interventions ? *pass.interventions : none;
}

void compute(const Pass& pass, const ModelDescription& model, const Execution& run, Activations& a, const KeepsTensor* keeps) {
    const Parameters& p = pass.parameters;
    Random random(pass.regime.seed);
    const Setting setting{pass.configuration, model, pass.regime, &random, run, nullptr, pass.device, keeps, pass.keeps_grids};
    shape_stacks(model, a);
    if (!pass.configuration.is_transformer()) return compute_alone(pass, setting, a.attention);
    if (pass.configuration.has_encoder()) {
        embed(source_ids(pass.batch), model.source, source_embedding(p), setting, a.src);
        encode(p, setting, a);
    }
    if (pass.configuration.has_decoder()) {
        embed({pass.batch.tgt}, model.target, target_embedding(p), setting, a.tgt);
        decode(p, setting, a.tgt.tokens, a);
    }
    if (pass.configuration.logits) predict(p, setting, a);
    if (pass.configuration.classes > 0) classify(p, setting, a);
    if (pass.configuration.has_labels()) measure_loss(pass, run, a);
}

void compute_encoder(const Pass& pass, const ModelDescription& model, const Execution& run, Activations& a) {
    const Setting setting{pass.configuration, model, pass.regime, nullptr, run};
    embed(source_ids(pass.batch), model.source, source_embedding(pass.parameters), setting, a.src);
    encode(pass.parameters, setting, a);
}

void compute_decoder(const Pass& pass, const ModelDescription& model, const Execution& run, const IncrementalStep* step,
                     Activations& a) {
    const Setting setting{pass.configuration, model, pass.regime, nullptr, run, step};
    embed({step ? last_column(pass.batch.tgt) : pass.batch.tgt}, model.target, target_embedding(pass.parameters), setting, a.tgt);
    decode(pass.parameters, setting, step ? pass.batch.tgt : a.tgt.tokens, a);
    predict_next(pass.parameters, setting, a);
}

namespace {

/// Separates memory that a rerun shares with other activations.
void take_own_memory(Activations& a) {
    for (StackActivations* stack : {&a.encoder, &a.decoder}) {
        for (LayerActivations& layer : stack->layers) {
            for (SublayerActivations& sublayer : layer.sublayers) separate(sublayer.attention);
        }
    }
    separate(a.attention.parts);
    for (EmbeddingActivations* side : {&a.src, &a.tgt}) {
        if (side->positions.is_shared()) side->has_sinusoids = false;
    }
    visit_tensors([](auto& tensor) { tensor.own(); }, a);
}

}  // namespace

bool are_fetched(const Activations& activations) {
    bool any = false;
    visit_tensors([&any](const auto& tensor) { any |= tensor.fetched() != nullptr; }, activations);
    return any;
}

void forward(const Pass& pass, Activations& a) {
    take_own_memory(a);
    const ModelDescription& model = describe(pass, a);
    if (interventions_of(pass).empty()) return compute(pass, model, {}, a);
    const AlteredParameters parameters(pass.parameters, *pass.interventions);
    shape_stacks(model, a);
    Replay replay(pass.configuration, *pass.interventions, a);
    compute({pass.configuration, *parameters, pass.batch, pass.regime, pass.interventions}, model, Execution(replay), a);
}

void forward(const Pass& pass, const ModelDescription& model, const Replacements& replacements, Activations& a) {
    Replay replay(replacements);
    compute(pass, model, Execution(replay), a);
}

void read_out(const Pass& pass, const Tensor& x, Activations& a) {
    const ModelDescription& model = describe(pass, a);
    const Setting setting{pass.configuration, model, pass.regime, nullptr, {}};
    shape_stacks(model, a);
    const bool encodes = pass.configuration.last_stack() == StackKind::encoder;
    const StacksParameters& p = pass.parameters.transformer;
    StackActivations& stack = encodes ? a.encoder : a.decoder;
    layer_output(stack.layers.back()).share(x);
    finish_stack(encodes ? model.encoder : model.decoder, (encodes ? p.encoder : p.decoder).norm, setting, encodes ? a.src : a.tgt,
                 stack);
    if (pass.configuration.logits) predict(pass.parameters, setting, a);
    if (pass.configuration.classes > 0) classify(pass.parameters, setting, a);
}

void forward(const Pass& pass, const KeepsTensor& keeps, Activations& a) { compute(pass, describe(pass, a), {}, a, &keeps); }

}  // namespace vitrine
