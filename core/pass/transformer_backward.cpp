/// The backward pass of the whole model.

#include "core/ops/activation.h"
#include "core/ops/embedding.h"
#include "core/ops/soft_cap.h"
#include "core/pass/normalise.h"
#include "core/pass/transformer_parts.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Resizes every gradient to its tensor's size; clears the gradients of tensors that do not exist.
void size_gradients(const Configuration& c, const Activations& a, Activations& d) {
    shape_stacks_like(a, d);
    const auto take_size = [](auto& gradient, const auto& tensor) {
        if constexpr (std::is_same_v<std::decay_t<decltype(gradient)>, Tensor>) gradient.resize_like(tensor);
    };
    visit_tensors(take_size, d, a);
    d.probabilities.clear(), d.classifier.probabilities.clear(), d.token_loss.clear(), d.loss.clear();
    if (c.positions != PositionKind::learned) d.src.positions.clear(), d.tgt.positions.clear();
}

void head_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    // projected = x · Wᵀ + b
    if (c.project_output)
        linear_backward(unprojected_output(a, c), {pass.parameters.head_projection.weight, pass.parameters.head_projection.bias},
                        s.run.passed(d.head.projected),
                        {unprojected_output(d, c), to.parameters.head_projection.weight, to.parameters.head_projection.bias});
    // scaled = x / √D
    if (c.scale_output)
        scale_backward(s.run.passed(d.head.scaled), output_factor(c), c.output_transform ? d.head.norm.output : last_output(d, c));
    if (!c.output_transform) return;
    // norm = LayerNorm(activation), activation = f(dense), dense = x · Wᵀ + b
    normalise_backward({a.head.activation, pass.parameters.head_norm, c.layer_norm_options(), a.head.norm}, s.run, d.head.norm,
                       {d.head.activation, to.parameters.head_norm});
    activation_backward(a.head.dense, c.activation_of_head(), s.run.passed(d.head.activation), d.head.dense);
    linear_backward(last_output(a, c), {pass.parameters.head_dense.weight, pass.parameters.head_dense.bias},
                    s.run.passed(d.head.dense),
                    {last_output(d, c), to.parameters.head_dense.weight, to.parameters.head_dense.bias});
}

void predict_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    Activations& d = to.activations;
    cross_entropy_backward(a.probabilities, target_of(pass, a.labels), d.logits);
    // logits = cap · tanh((x · Wᵀ + b) / cap), or x · Wᵀ + b
    const auto& cap = s.configuration.logits_cap;
    if (cap) soft_cap_backward(a.logits, *cap, s.run.passed(d.logits), d.head.uncapped);
    linear_backward(logits_input(a, s.configuration), {pass.parameters.output_weight(), pass.parameters.fc_out.bias},
                    s.run.passed(cap ? d.head.uncapped : d.logits),
                    {logits_input(d, s.configuration), to.parameters.output_weight(), to.parameters.fc_out.bias});
    head_backward(pass, s, a, to);
}

void classify_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    const Parameters& p = pass.parameters;
    Parameters& d_p = to.parameters;
    const ClassifierActivations& classifier = a.classifier;
    ClassifierActivations& d = to.activations.classifier;
    cross_entropy_backward(classifier.probabilities, target_of(pass, a.labels), d.scores);
    // scores = activation · Wᵀ + b, activation = f(dense), dense = x · Wᵀ + b
    linear_backward(classifier.activation, {p.classifier_out.weight, p.classifier_out.bias}, s.run.passed(d.scores),
                    {d.activation, d_p.classifier_out.weight, d_p.classifier_out.bias});
    activation_backward(classifier.dense, c.activation_of_head(), s.run.passed(d.activation), d.dense);
    linear_of_first_backward(last_output(a, c), {p.classifier_dense.weight, p.classifier_dense.bias}, s.run.passed(d.dense),
                             {last_output(to.activations, c), d_p.classifier_dense.weight, d_p.classifier_dense.bias});
}

/// A stack with the embedding that it reads.
struct StackPass {
    const StackDescription& description;
    const StackParameters& parameters;
    const StackActivations& activations;
    const EmbeddingActivations& embedding;
    const Tensor* memory = nullptr;  // null: its layers have no cross-attention
};
struct StackGradients {
    StackParameters& parameters;
    StackActivations& activations;
    EmbeddingActivations& embedding;
    Tensor* memory = nullptr;
};

/// Requires: the gradient of the stack's output is set.
void stack_backward(const StackPass& pass, const Setting& s, StackGradients to) {
    const auto& [of, p, a, embedding, memory] = pass;
    const std::size_t last = p.layers.size();
    Tensor& d_table = to.parameters.relative_positions.weight;
    d_table.fill(0);
    // x = LayerNorm(output of the last layer)
    if (of.final_norm) {
        normalise_backward({layer_input(a, embedding, last), p.norm, of.final_norm->options, a.norm}, s.run, to.activations.norm,
                           {layer_input(to.activations, to.embedding, last), to.parameters.norm});
    }
    for (std::size_t i = last; i-- > 0;) {
        compute_layer_backward({layer_input(a, embedding, i), memory, of.layers[i], p.layers[i], a.layers[i]}, s,
                               to.activations.layers[i],
                               {layer_input(to.activations, to.embedding, i), to.memory, to.parameters.layers[i], &d_table});
    }
}

void decode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    Activations& d = to.activations;
    const bool reads_memory = s.configuration.has_encoder();
    if (reads_memory) d.memory.fill(0);
    stack_backward({s.model.decoder, pass.parameters.transformer.decoder, a.decoder, a.tgt, reads_memory ? &a.memory : nullptr}, s,
                   {to.parameters.transformer.decoder, d.decoder, d.tgt, reads_memory ? &d.memory : nullptr});
}

void encode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    Activations& d = to.activations;
    // memory = the encoder's output
    if (s.configuration.has_decoder()) stack_output(d.encoder, d.src) = s.run.passed(d.memory);
    stack_backward({s.model.encoder, pass.parameters.transformer.encoder, a.encoder, a.src}, s,
                   {to.parameters.transformer.encoder, d.encoder, d.src});
}

/// Clears the tables' gradients, which all their readers add to. A table tied to the output already holds the output's gradient.
void clear_tables(const Configuration& c, Parameters& d) {
    const bool one_table = c.has_encoder() && (c.ties_embeddings() || !c.has_decoder());
    if (!c.ties_output() || !c.logits) d.target_table().fill(0);
    if (!one_table) d.src_embedding.weight.fill(0);
    d.segments.weight.fill(0);
}

/// Refuses overwrites of a LayerNorm's statistics and of tensors after the logits. The backward functions do not differentiate
/// these one by one, so they would not see numbers that were set by hand.
void refuse_overwritten(const Interventions& interventions) {
    for (const Overwrite& overwrite : interventions.overwrites) {
        const std::string& path = overwrite.path;
        if (path.ends_with(".mean") || path.ends_with(".deviation") || path.ends_with(".root_mean_square") ||
            path.ends_with("probabilities") || path == "token_loss" || path == "loss")
            throw Error("no gradients while numbers of " + path + " are overwritten");
    }
}

/// The backward pass. Requires: the pass's parameters include the overwrites.
void compute_backward(const Pass& pass, const Execution& run, const Activations& a, Gradients to) {
    const Parameters& p = pass.parameters;
    Parameters& d_p = to.parameters;
    Activations& d = to.activations;
    const ModelDescription& model = *a.model;
    const Setting setting{pass.configuration, model, pass.regime, nullptr, run};
    pass.configuration.classes > 0 ? classify_backward(pass, setting, a, to) : predict_backward(pass, setting, a, to);
    clear_tables(pass.configuration, d_p);
    Tensor no_segments;
    if (pass.configuration.has_decoder()) {
        decode_backward(pass, setting, a, to);
        embed_backward(
            {model.target, target_embedding(p), a.tgt}, setting, d.tgt,
            {d_p.target_table(), d_p.tgt_embedding_projection, d_p.tgt_positions.weight, d_p.tgt_embedding_norm, no_segments});
    }
    if (!pass.configuration.has_encoder()) return;
    encode_backward(pass, setting, a, to);
    embed_backward({model.source, source_embedding(p), a.src}, setting, d.src,
                   {d_p.src_embedding.weight, d_p.src_embedding_projection, d_p.src_positions.weight, d_p.src_embedding_norm,
                    d_p.segments.weight});
}

}  // namespace

void backward(const Pass& pass, const Activations& a, Gradients to) {
    if (are_fetched(a)) throw Error("gradients need a run that keeps all of its tensors in memory");
    size_gradients(pass.configuration, a, to.activations);
    if (!pass.interventions) return compute_backward(pass, {}, a, to);
    refuse_overwritten(*pass.interventions);
    const AlteredParameters parameters(pass.parameters, *pass.interventions);
    Replay replay(pass.configuration, *pass.interventions, to.activations);
    compute_backward({pass.configuration, *parameters, pass.batch, pass.regime, pass.interventions}, Execution(replay), a, to);
    replay.restore_passed();
}

}  // namespace vitrine
