/// The boxes of figure 1 with their operations in order.

#include <cmath>

#include <fmt/format.h>

#include "core/ops/cross_entropy.h"
#include "core/ops/dropout.h"
#include "core/ops/embedding.h"
#include "core/ops/gate.h"
#include "core/ops/residual.h"
#include "core/ops/rms_norm.h"
#include "core/ops/softmax.h"
#include "core/tensor/fields.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

std::string OutlineWriter::drop(const std::string& x, const std::string& path, const Dropped& what) {
    if (what.probability == 0) return x;
    const std::string suffix = what.name.empty() ? "" : '_' + what.name, prefix = what.name.empty() ? "" : what.name + '_';
    Step& leave_out = step(Operation::dropout, x, path + ".dropped" + suffix);
    const std::string mask = prefix + "dropout_mask";
    fill(leave_out, path,
         {{mask, "kept", what.role},
          {"dropped" + suffix, "dropped", what.role, dropout_dependence(what.cell, what.probability), {x, path + '.' + mask}}});
    return path + ".dropped" + suffix;
}

std::string OutlineWriter::norm(const std::string& x, const std::string& path, const NormDescription& described,
                                const std::string& parameters) {
    const LayerNormOptions& options = described.options;
    Step& normalise = step(Operation::layer_norm, x, path);
    normalise.parameters = {parameters + ".weight"};
    if (options.kind == LayerNormKind::rms) {
        const std::string root = path + ".root_mean_square";
        fill(normalise, path,
             {{"root_mean_square", "rms", Role::residual, root_mean_square_dependence(c.d_model, options.epsilon), {x}},
              {"", "norm", Role::residual, rms_norm_dependence(), {x, root, parameters + ".weight"}}});
        return path;
    }
    if (described.bias) normalise.parameters.push_back(parameters + ".bias");
    const std::string mean = path + ".mean", deviation = path + ".deviation";
    std::vector<std::string> all{x, mean, deviation};
    all.insert(all.end(), normalise.parameters.begin(), normalise.parameters.end());
    fill(normalise, path,
         {{"mean", "mean", Role::residual, layer_norm_mean_dependence(c.d_model), {x}},
          {"deviation", "deviation", Role::residual, layer_norm_deviation_dependence(c.d_model, options), {x, mean}},
          {"", "norm", Role::residual, layer_norm_dependence(described.bias), all}});
    return path;
}

std::string OutlineWriter::feed_forward(const std::string& x, const std::string& path) {
    const std::string parameters = "transformer." + layer_path;
    const bool gated = of->feed_forward.gated, has_bias = of->feed_forward.bias;
    block(path, gated ? "Gated feed-forward" : "Feed-forward",
          fmt::format("{} → {} → {}, {}", c.d_model, of->feed_forward.width, c.d_model,
                      words_of(Operation::activation, computed_here()).title),
          Role::feed_forward);
    const auto add = [&](Operation operation, const std::string& input, const std::string& name) -> Step& {
        return step(operation, input, path + '.' + name);
    };
    const auto add_linear = [&](Operation operation, const std::string& input, LinearNames names) {
        if (!has_bias) names.bias.clear();
        Step& added = add(operation, input, names.output);
        add_linear_parameters(added, parameters + '.' + names.output, has_bias);
        fill(added, path, {linear({names.output, names.output, Role::feed_forward}, names, added)});
    };
    const auto activate = [&](const std::string& input, const std::string& name) {
        fill(add(Operation::activation, input, name), path,
             {{name, name, Role::feed_forward, activation_dependence(of->feed_forward.activation), {input}}});
    };
    add_linear(Operation::linear1, x, {"linear1", "x", "W₁", "b₁"});
    std::string hidden = path + ".activation";
    if (gated) {
        add_linear(Operation::gate, x, {"gate", "x", "W_g", "b_g"});
        activate(path + ".gate", "gate_activation");
        Step& gating = add(Operation::gating, path + ".gate_activation", "gated");
        gating.inputs.push_back(path + ".linear1");
        fill(gating, path, {{"gated", "gated", Role::feed_forward, gate_dependence(), gating.inputs}});
        hidden = path + ".gated";
    } else {
        activate(path + ".linear1", "activation");
    }
    hidden = drop(hidden, path, {"activation", Role::feed_forward, regime.dropout, "blf"});
    add_linear(Operation::linear2, hidden,
               {"linear2", name_when_read(gated ? "gated" : "activation", computed_here()), "W₂", "b₂"});
    return drop(path + ".linear2", path, {"output", Role::feed_forward, regime.dropout, "blj"});
}

namespace {

/// The title of the box after a sublayer.
const char* residual_title(ResidualParts parts, bool norm_inside, bool norm_before) {
    const bool adds = parts == ResidualParts::both;
    if (norm_before) return adds ? "Add" : parts == ResidualParts::x ? "x only" : "No residual";
    if (!adds) return "Norm";
    return norm_inside ? "Norm & add" : "Add & norm";
}

const char* residual_subtitle(ResidualParts parts) {
    switch (parts) {
        case ResidualParts::x:
            return "sublayer off";
        case ResidualParts::sublayer:
            return "no residual";
        default:
            return "residual";
    }
}

}  // namespace

/// The residual connection around a sublayer, with its norm before, inside or after.
std::string OutlineWriter::connect(const std::string& x, int number) {
    const std::string residual = fmt::format("{}.residual{}", layer_path, number),
                      norm_path = fmt::format("{}.norm{}", layer_path, number);
    const bool inside = of->norm_placement == NormPlacement::inside, before = of->norm_placement == NormPlacement::before;
    const auto normalise = [&](const std::string& read) { return norm(read, norm_path, of->norm, "transformer." + norm_path); };
    std::string input = x;
    if (before) {
        block(norm_path, words_of(Operation::layer_norm, computed_here()).title, "before the sublayer", Role::residual);
        input = normalise(x);
    }
    std::string result = sublayer(input);
    const ResidualParts parts = outline.parts_of(residual);
    block(residual, residual_title(parts, inside, before), residual_subtitle(parts), Role::residual);
    if (inside) result = normalise(result);
    Step& add = step(Operation::residual, words_of(parts, computed_here()), residual);
    const std::string added = inside ? "norm" : name_when_read("sublayer", computed_here());
    FilledTensor sum{fmt::format("residual{}", number), "x + sublayer", Role::residual, residual_dependence(added)};
    add.inputs = {x, result};
    if (parts == ResidualParts::x) {
        sum.symbol = "x";
        sum.dependence = copy_dependence("blj", "residual[l,j] = x[l,j]");
        add.inputs = {x};
    } else if (parts == ResidualParts::sublayer) {
        sum.symbol = "sublayer";
        sum.dependence = copy_dependence("blj", fmt::format("residual[l,j] = {}[l,j]", added), added);
        add.inputs = {result};
    }
    sum.operands = add.inputs;
    fill(add, layer_path, {sum});
    return before || inside ? residual : normalise(residual);
}

std::string OutlineWriter::finish_stack(const std::string& x, const StackShape& shape) {
    layer = -1;
    if (!shape.description.final_norm) return x;
    section = side == Side::source && c.has_decoder() ? "Encoder output" : "Output";
    const std::string path = shape.name + ".norm";
    block(path, words_of(Operation::layer_norm, computed_here()).title, "after the last layer", Role::residual);
    return norm(x, path, *shape.description.final_norm, "transformer." + path);
}

std::string OutlineWriter::sublayer(const std::string& x) {
    const std::string path = layer_path + '.' + std::string(name(of->kind));
    switch (of->kind) {
        case SublayerKind::self_attention:
            return attention(x, path, side == Side::source ? AttentionKind::encoder_self : AttentionKind::decoder_self);
        case SublayerKind::cross_attention:
            return attention(x, path, AttentionKind::cross);
        default:
            return feed_forward(x, path);
    }
}

std::string OutlineWriter::stack(const std::string& x, const StackShape& shape) {
    std::string result = x;
    layer = 0;
    for (const LayerDescription& described : shape.description.layers) {
        layer_path = fmt::format("{}.layers.{}", shape.name, layer);
        section = fmt::format("{} layer {}", shape.title, layer + 1);
        int number = 0;
        for (const SublayerDescription& one : described.sublayers) {
            of = &one;
            result = connect(result, ++number);
        }
        ++layer;
    }
    of = nullptr;
    return finish_stack(result, shape);
}

/// Returns the encoder's output. If there is a decoder, that is the memory, which the decoder's first layer does not read as its
/// input.
std::string OutlineWriter::encoder() {
    std::string x = stack(embedding(Side::source), {"encoder", "Encoder", model.encoder});
    if (!c.has_decoder()) return x;
    section = "Encoder output";
    block("memory", "Memory", "what every decoder layer reads", Role::residual);
    Step& memory = step(Operation::memory, x, "memory");
    fill(memory, "", {{"memory", "memory", Role::residual, copy_dependence("blj", "memory[l,j] = x[l,j]"), {x}}});
    return "memory";
}

std::string OutlineWriter::decoder() { return stack(embedding(Side::target), {"decoder", "Decoder", model.decoder}); }

/// The blocks between the last stack and the logits.
std::string OutlineWriter::head(const std::string& x) {
    std::string read = x;
    section = "Output";
    layer = -1;
    if (c.output_transform) {
        block("head", "Transformation", "before the logits", Role::output);
        Step& dense = step(Operation::head_linear, read, "head.dense");
        add_linear_parameters(dense, "head.dense", c.bias);
        fill(dense, "head", {linear({"dense", "dense", Role::output}, {"dense", "x", "W", c.bias ? "b" : ""}, dense)});
        fill(step(Operation::activation, "head.dense", "head.activation"), "head",
             {{"activation", "activation", Role::output, activation_dependence(c.activation), {"head.dense"}}});
        read = norm("head.activation", "head.norm", {c.layer_norm_options(), c.has_norm_bias()}, "head.norm");
    }
    if (!c.scale_output) return read;
    block("head.scaled", "Scaling", fmt::format("/ √{}", c.d_model), Role::output);
    Step& scale = step(Operation::output_scaling, read, "head.scaled");
    fill(scale, "head",
         {{"scaled",
           "scaled",
           Role::output,
           scale_dependence(1 / std::sqrt(static_cast<double>(c.d_model)), "scaled[l,j] = x[l,j] / √D"),
           {read}}});
    return "head.scaled";
}

void OutlineWriter::output(const std::string& x) {
    section = "Output";
    const bool of_source = c.last_stack() == StackKind::encoder || (c.has_encoder() && c.ties_embeddings());
    const std::string table = of_source ? "src_embedding.weight" : "tgt_embedding.weight";
    block("output", "Logits, softmax", fmt::format("{} words", c.output_vocabulary()), Role::output);
    Step& logits = step(Operation::logits, x, "logits");
    logits.parameters = {c.ties_output() ? table : "fc_out.weight"};
    if (c.has_output_bias()) logits.parameters.push_back("fc_out.bias");
    fill(logits, "", {linear({"logits", "logits", Role::output}, {"logits", "x", "W", c.has_output_bias() ? "b" : ""}, logits)});
    fill(step(Operation::probabilities, "logits", "probabilities"), "",
         {{"probabilities",
           "p",
           Role::output,
           softmax_dependence("blv", "p[l,v] = exp(logits[l,v]) / Σ exp(logits[l,j])", {"logits", "p"}),
           {"logits"}}});
    fill(step(Operation::predictions, "logits", "predictions"), "",
         {{"predictions", "argmax", Role::output, argmax_dependence(), {"logits"}}});
    outline.blocks.back().output = "probabilities";

    block("loss", "Loss", "cross-entropy with the labels", Role::output);
    Step& loss = step(Operation::loss, "logits", "loss");
    const CrossEntropyRule rule{c.output_padding(), regime.label_smoothing, regime.counted_labels};
    fill(loss, "",
         {{"labels", "labels", Role::tokens},
          {"token_loss",
           "loss per token",
           Role::output,
           token_loss_dependence(rule, c.output_vocabulary()),
           {"labels", "logits"},
           false,
           "probabilities"},
          {"loss", "loss", Role::output, loss_dependence(rule), {"labels", "token_loss"}}});
    loss.result = outline.blocks.back().output = "token_loss";
}

}  // namespace vitrine
