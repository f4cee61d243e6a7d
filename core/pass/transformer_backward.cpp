/// The backward pass of the whole model.

#include "core/pass/normalise.h"
#include "core/pass/transformer_parts.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Resizes every gradient to its tensor's size; clears those that do not exist.
void size_gradients(const Configuration& c, const Activations& a, Activations& d) {
    shape_stacks_like(a, d);
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
    linear_backward(stack_output(a.decoder, a.tgt, s), {pass.parameters.output_weight(), pass.parameters.fc_out.bias},
                    s.run.passed(d.logits),
                    {stack_output(d.decoder, d.tgt, s), to.parameters.output_weight(), to.parameters.fc_out.bias});
}

void decode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    const auto& p = pass.parameters.transformer.decoder;
    auto& d_p = to.parameters.transformer.decoder;
    const std::size_t last = p.layers.size();
    // x = LayerNorm(output of the last layer)
    if (c.final_norm) {
        normalise_backward({layer_input(a.decoder, a.tgt, last, s), p.norm, c.layer_norm_options(), a.decoder.norm}, s,
                           d.decoder.norm, {layer_input(d.decoder, d.tgt, last, s), d_p.norm});
    }
    d.memory.fill(0);
    for (std::size_t i = last; i-- > 0;) {
        compute_layer_backward({layer_input(a.decoder, a.tgt, i, s), &a.memory, p.layers[i], a.decoder.layers[i]}, s,
                               d.decoder.layers[i], {layer_input(d.decoder, d.tgt, i, s), &d.memory, d_p.layers[i]});
    }
}

void encode_backward(const Pass& pass, const Setting& s, const Activations& a, Gradients to) {
    const Configuration& c = s.configuration;
    Activations& d = to.activations;
    const auto& p = pass.parameters.transformer.encoder;
    auto& d_p = to.parameters.transformer.encoder;
    const std::size_t last = p.layers.size();
    // memory = LayerNorm(output of the last layer)
    stack_output(d.encoder, d.src, s) = s.run.passed(d.memory);
    if (c.final_norm) {
        normalise_backward({layer_input(a.encoder, a.src, last, s), p.norm, c.layer_norm_options(), a.encoder.norm}, s,
                           d.encoder.norm, {layer_input(d.encoder, d.src, last, s), d_p.norm});
    }
    for (std::size_t i = last; i-- > 0;) {
        compute_layer_backward({layer_input(a.encoder, a.src, i, s), nullptr, p.layers[i], a.encoder.layers[i]}, s,
                               d.encoder.layers[i], {layer_input(d.encoder, d.src, i, s), nullptr, d_p.layers[i]});
    }
}

/// Clears the tables' gradients, which all their readers add to. A table tied to the output already holds the output's gradient.
void clear_tables(const Configuration& c, Parameters& d) {
    if (!c.ties_output()) d.target_table().fill(0);
    if (!c.ties_embeddings()) d.src_embedding.weight.fill(0);
}

/// The statistics of a LayerNorm, and all after the logits, are not differentiated one by one: the backward functions do not know
/// numbers of theirs that are set by hand.
void refuse_overwritten(const Interventions& interventions) {
    for (const Overwrite& overwrite : interventions.overwrites) {
        const std::string& path = overwrite.path;
        if (path.ends_with(".mean") || path.ends_with(".deviation") || path == "probabilities" || path == "token_loss" ||
            path == "loss")
            throw Error("no gradients while numbers of " + path + " are overwritten");
    }
}

/// The backward pass. Requires: the pass's parameters include the overwrites.
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
    if (are_fetched(a))
        throw Error("gradients are computed from a run on the processor: some of this one stays on the graphics card");
    size_gradients(pass.configuration, a, to.activations);
    if (!pass.interventions) return compute_backward(pass, {}, a, to);
    refuse_overwritten(*pass.interventions);
    const Parameters altered = altered_parameters(pass.parameters, *pass.interventions);
    Replay replay(*pass.interventions, to.activations);
    compute_backward({pass.configuration, altered, pass.batch, pass.regime, pass.interventions}, Execution(replay), a, to);
    replay.restore_passed();
}

}  // namespace vitrine
