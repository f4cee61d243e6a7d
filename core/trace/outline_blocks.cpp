/// The boxes of the paper's figure 1, each with its operations in order: the one place where that order is written down.

#include <fmt/format.h>

#include "core/tensor/fields.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

std::string OutlineWriter::embedding(Side which) {
    side = which;
    const bool source = which == Side::source;
    const std::string path = source ? "src" : "tgt";
    const std::string table = (source || c.ties_embeddings() ? "src" : "tgt") + std::string("_embedding.weight");
    section = source ? "Source embedding" : "Target embedding";

    block(path + ".embedding", "Embedding",
          fmt::format("table of {} words × {} numbers", source ? c.src_vocab_size : c.tgt_vocab_size, c.embedding_width()),
          Role::residual);
    Step& look_up = step(Operation::embedding, words_of(Operation::embedding, c), path + ".embedding");
    look_up.parameters = {table};
    fill(look_up, path, {{"tokens", "tokens", Role::tokens}, {"embedding", "embedding", Role::residual}});
    std::string x = path + ".embedding";
    if (c.d_embed) {
        Step& project =
            step(Operation::projection_of_embedding, words_of(Operation::projection_of_embedding, c), path + ".projected");
        project.inputs = {x};
        project.parameters = {path + "_embedding_projection.weight"};
        if (c.bias) project.parameters.push_back(path + "_embedding_projection.bias");
        fill(project, path, {{"projected", "projected", Role::residual}});
        x = path + ".projected";
    }
    if (c.scale_embedding) {
        Step& scale = step(Operation::scaling, words_of(Operation::scaling, c), path + ".scaled");
        scale.inputs = {x};
        fill(scale, path, {{"scaled", "scaled", Role::residual}});
        x = path + ".scaled";
    }

    block(path + ".positions", "+ positions", c.positions == PositionKind::learned ? "learned" : "sine and cosine", Role::residual);
    Step& add = step(Operation::positions, words_of(Operation::positions, c), path + ".sum");
    add.inputs = {x};
    if (c.positions == PositionKind::learned) add.parameters = {path + "_positions.weight"};
    fill(add, path, {{"positions", "positions", Role::residual}, {"sum", "sum", Role::residual}});
    x = path + ".sum";
    if (c.embedding_norm) x = norm(x, path + ".normalized", path + "_embedding_norm");
    return drop(x, path, {"", Role::residual, regime.embedding_dropout});
}

std::string OutlineWriter::drop(const std::string& x, const std::string& path, const Dropped& what) {
    if (what.probability == 0) return x;
    const std::string suffix = what.name.empty() ? "" : '_' + what.name, prefix = what.name.empty() ? "" : what.name + '_';
    Step& leave_out = step(Operation::dropout, words_of(Operation::dropout, c), path + ".dropped" + suffix);
    leave_out.inputs = {x};
    fill(leave_out, path, {{prefix + "dropout_mask", "kept", what.role}, {"dropped" + suffix, "dropped", what.role}});
    return path + ".dropped" + suffix;
}

std::string OutlineWriter::norm(const std::string& x, const std::string& path, const std::string& parameters) {
    Step& normalise = step(Operation::layer_norm, words_of(Operation::layer_norm, c), path);
    normalise.inputs = {x};
    normalise.parameters = {parameters + ".weight"};
    if (c.bias) normalise.parameters.push_back(parameters + ".bias");
    fill(normalise, path,
         {{"mean", "mean", Role::residual}, {"deviation", "deviation", Role::residual}, {"", "norm", Role::residual}});
    return path;
}

std::string OutlineWriter::attention(const std::string& x, const std::string& path, AttentionKind kind) {
    const bool cross = kind == AttentionKind::cross;
    const std::string memory = cross ? "memory" : x;
    const std::string parameters = "transformer." + layer_path + (cross ? ".multihead_attn" : ".self_attn");
    const Side answerers = cross ? Side::source : side;
    const std::string heads = fmt::format("{} head{}", c.nhead, c.nhead == 1 ? "" : "s");
    const char* title[] = {"Self-attention", "Masked self-attention", "Cross-attention"};
    const char* who[] = {"all to all", "no looking ahead", "target asks source"};
    block(path, title[static_cast<int>(kind)], heads + ", " + who[static_cast<int>(kind)], Role::attention);

    const auto add = [&](Operation operation, const char* id, std::initializer_list<const char*> inputs) -> Step& {
        Step& added = step(operation, words_of(operation, kind, c), path + '.' + id);
        for (const char* input : inputs) added.inputs.push_back(path + '.' + input);
        return added;
    };

    Step& project = add(Operation::projections, "projections", {});
    project.inputs = cross ? std::vector{x, memory} : std::vector{x};
    project.parameters = {parameters + ".in_proj_weight"};
    if (c.bias) project.parameters.push_back(parameters + ".in_proj_bias");
    fill(project, path, {{"query", "Q", Role::query}});
    key_side = answerers;
    fill(project, path, {{"key", "K", Role::key}, {"key_transposed", "Kᵀ", Role::key, true}, {"value", "V", Role::value}});
    project.result = path + ".query";

    fill(add(Operation::scores, "scores", {"query", "key_transposed"}), path, {{"scores", "scores", Role::attention}});
    fill(add(Operation::mask, "mask", {"scores"}), path,
         {{"mask", "mask", Role::attention}, {"masked_scores", "masked", Role::attention}});
    fill(add(Operation::softmax, "weights", {"masked_scores"}), path, {{"weights", "weights", Role::attention}});
    const std::string weights = drop(path + ".weights", path, {"weights", Role::attention, regime.dropout});
    key_side = Side::none;
    Step& mix = add(Operation::context, "context", {});
    mix.inputs = {weights, path + ".value"};
    fill(mix, path, {{"context", "context", Role::value}});
    Step& merge = add(Operation::merge, "output", {"context"});
    merge.parameters = {parameters + ".out_proj.weight"};
    if (c.bias) merge.parameters.push_back(parameters + ".out_proj.bias");
    fill(merge, path, {{"merged", "merged", Role::attention}, {"output", "output", Role::attention}});
    const std::string output = drop(path + ".output", path, {"output", Role::attention, regime.dropout});
    outline.blocks.back().output = path + ".weights";
    return output;
}

std::string OutlineWriter::feed_forward(const std::string& x, const std::string& path) {
    const std::string parameters = "transformer." + layer_path;
    block(path, "Feed-forward",
          fmt::format("{} → {} → {}, {}", c.d_model, c.dim_feedforward, c.d_model, words_of(Operation::activation, c).title),
          Role::feed_forward);
    const auto add = [&](Operation operation, const std::string& input, const char* name, const char* linear) {
        Step& added = step(operation, words_of(operation, c), path + '.' + name);
        added.inputs = {input};
        if (linear) added.parameters = {parameters + '.' + linear + ".weight"};
        if (linear && c.bias) added.parameters.push_back(parameters + '.' + linear + ".bias");
        fill(added, path, {{name, name, Role::feed_forward}});
    };
    add(Operation::linear1, x, "linear1", "linear1");
    add(Operation::activation, path + ".linear1", "activation", nullptr);
    const std::string hidden = drop(path + ".activation", path, {"activation", Role::feed_forward, regime.dropout});
    add(Operation::linear2, hidden, "linear2", "linear2");
    return drop(path + ".linear2", path, {"output", Role::feed_forward, regime.dropout});
}

/// The residual connection around a sublayer, with its norm before or after.
template <class Sublayer>
std::string OutlineWriter::connect(const std::string& x, int number, Sublayer&& sublayer) {
    const std::string residual = fmt::format("{}.residual{}", layer_path, number),
                      norm_path = fmt::format("{}.norm{}", layer_path, number);
    std::string input = x;
    if (c.norm_first()) {
        block(norm_path, "LayerNorm", "before the sublayer", Role::residual);
        input = norm(x, norm_path, "transformer." + norm_path);
    }
    const std::string result = sublayer(input);
    block(residual, c.norm_first() ? "Add" : "Add & norm", "residual", Role::residual);
    Step& add = step(Operation::residual, words_of(Operation::residual, c), residual);
    add.inputs = {x, result};
    fill(add, layer_path, {{fmt::format("residual{}", number), "x + sublayer", Role::residual}});
    return c.norm_first() ? residual : norm(residual, norm_path, "transformer." + norm_path);
}

std::string OutlineWriter::finish_stack(const std::string& x, const std::string& stack) {
    layer = -1;
    if (!c.final_norm) return x;
    section = stack == "encoder" ? "Encoder output" : "Output";
    block(stack + ".norm", "LayerNorm", "after the last layer", Role::residual);
    return norm(x, stack + ".norm", "transformer." + stack + ".norm");
}

std::string OutlineWriter::encoder() {
    std::string x = embedding(Side::source);
    for (layer = 0; layer < c.num_encoder_layers; ++layer) {
        layer_path = fmt::format("encoder.layers.{}", layer);
        section = fmt::format("Encoder layer {}", layer + 1);
        x = connect(x, 1,
                    [&](const std::string& in) { return attention(in, layer_path + ".self_attn", AttentionKind::encoder_self); });
        x = connect(x, 2, [&](const std::string& in) { return feed_forward(in, layer_path + ".ffn"); });
    }
    x = finish_stack(x, "encoder");
    section = "Encoder output";
    block("memory", "Memory", "what every decoder layer reads", Role::residual);
    Step& memory = step(Operation::memory, words_of(Operation::memory, c), "memory");
    memory.inputs = {x};
    fill(memory, "", {{"memory", "memory", Role::residual}});
    return "memory";
}

std::string OutlineWriter::decoder() {
    std::string x = embedding(Side::target);
    for (layer = 0; layer < c.num_decoder_layers; ++layer) {
        layer_path = fmt::format("decoder.layers.{}", layer);
        section = fmt::format("Decoder layer {}", layer + 1);
        x = connect(x, 1,
                    [&](const std::string& in) { return attention(in, layer_path + ".self_attn", AttentionKind::decoder_self); });
        x = connect(x, 2, [&](const std::string& in) { return attention(in, layer_path + ".cross_attn", AttentionKind::cross); });
        x = connect(x, 3, [&](const std::string& in) { return feed_forward(in, layer_path + ".ffn"); });
    }
    return finish_stack(x, "decoder");
}

void OutlineWriter::output(const std::string& x) {
    section = "Output";
    const std::string table = c.ties_embeddings() ? "src_embedding.weight" : "tgt_embedding.weight";
    block("output", "Logits, softmax", fmt::format("{} words", c.tgt_vocab_size), Role::output);
    const auto add = [&](Operation operation, const std::string& input, const char* name, const char* symbol) -> Step& {
        Step& added = step(operation, words_of(operation, c), name);
        added.inputs = {input};
        fill(added, "", {{name, symbol, Role::output}});
        return added;
    };
    Step& logits = add(Operation::logits, x, "logits", "logits");
    logits.parameters = {c.ties_output() ? table : "fc_out.weight"};
    if (c.bias) logits.parameters.push_back("fc_out.bias");
    add(Operation::probabilities, "logits", "probabilities", "p");
    add(Operation::predictions, "logits", "predictions", "argmax");
    outline.blocks.back().output = "probabilities";

    block("loss", "Loss", "cross-entropy with the labels", Role::output);
    Step& loss = step(Operation::loss, words_of(Operation::loss, c), "loss");
    loss.inputs = {"logits"};
    fill(loss, "", {{"token_loss", "loss per token", Role::output}, {"loss", "loss", Role::output}});
    loss.result = outline.blocks.back().output = "token_loss";
}

}  // namespace vitrine
