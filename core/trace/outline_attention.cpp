/// The boxes of figure 2, in order: the outline of one attention.

#include <limits>

#include <fmt/format.h>

#include "core/model/masks.h"
#include "core/ops/attention.h"
#include "core/ops/softmax.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

std::string OutlineWriter::attention(const std::string& x, const std::string& path, AttentionKind kind) {
    const std::string heads = fmt::format("{} head{}", c.nhead, c.nhead == 1 ? "" : "s");
    const char* title[] = {"Self-attention", "Masked self-attention", "Cross-attention"};
    const char* who[] = {"all to all", "no looking ahead", "target asks source"};
    block(path, title[static_cast<int>(kind)], heads + ", " + who[static_cast<int>(kind)], Role::attention);
    const bool cross = kind == AttentionKind::cross;
    const std::string parameters = "transformer." + layer_path + (cross ? ".multihead_attn" : ".self_attn");
    project_heads({x, cross ? "memory" : x, path, kind}, parameters);
    const std::string weights = weigh(path, kind);
    const std::string output = mix_values({weights, path + ".value", path, kind}, parameters);
    outline.blocks.back().output = path + ".weights";
    return output;
}

Step& OutlineWriter::attention_step(Operation operation, const AttentionPart& part, const char* id) {
    return step(operation, words_of(operation, part.kind, c), part.path + '.' + id);
}

void OutlineWriter::project_heads(const AttentionPart& part, const std::string& parameters) {
    const std::string &queries = part.first, &memory = part.second, &path = part.path;
    const AttentionKind kind = part.kind;
    Step& project = attention_step(Operation::projections, part, "projections");
    project.inputs = kind == AttentionKind::cross ? std::vector{queries, memory} : std::vector{queries};
    project.parameters = {parameters + ".in_proj_weight"};
    if (c.bias) project.parameters.push_back(parameters + ".in_proj_bias");
    const auto third = [&](const FilledTensor& tensor, const std::string& input, Size number) {
        const LinearNames names{tensor.symbol, input == queries ? "x" : "memory", "W", c.bias ? "b" : "", true, number * c.d_model};
        FilledTensor filled = tensor;
        filled.dependence = linear_dependence(names);
        filled.operands = {input};
        filled.operands.insert(filled.operands.end(), project.parameters.begin(), project.parameters.end());
        return filled;
    };
    fill(project, path, {third({"query", "Q", Role::query}, queries, 0)});
    key_side = kind == AttentionKind::cross ? Side::source : side;
    FilledTensor transposed{"key_transposed", "Kᵀ", Role::key, key_transposed_dependence(), {path + ".key"}};
    transposed.is_view = true;
    fill(project, path, {third({"key", "K", Role::key}, memory, 1), transposed, third({"value", "V", Role::value}, memory, 2)});
    project.result = path + ".query";
}

std::string OutlineWriter::weigh(const std::string& path, AttentionKind kind) {
    const AttentionPart part{"", "", path, kind};
    const std::string query = path + ".query", key = path + ".key", scores = path + ".scores", mask = path + ".mask",
                      masked = path + ".masked_scores";
    Step& score = attention_step(Operation::scores, part, "scores");
    score.inputs = {query, path + ".key_transposed"};
    fill(score, path, {{"scores", "scores", Role::attention, scores_dependence(c.head_width()), {query, key}}});

    Step& hide = attention_step(Operation::mask, part, "mask");
    hide.inputs = {scores};
    const bool asks_itself = kind == AttentionKind::decoder_self;
    const MaskOptions options = asks_itself ? target_mask(c, regime) : source_mask(c, regime);
    const double value = c.mask_value.value_or(-std::numeric_limits<double>::infinity());
    fill(hide, path,
         {{"mask", "mask", Role::attention, make_mask_dependence(options), {asks_itself ? "tgt.tokens" : "src.tokens"}},
          {"masked_scores", "masked", Role::attention, mask_dependence(value), {mask, scores}}});

    Step& share = attention_step(Operation::softmax, part, "weights");
    share.inputs = {masked};
    fill(share, path,
         {{"weights",
           "weights",
           Role::attention,
           softmax_dependence("bhqk", "weights[q,k] = exp(masked[q,k]) / Σ exp(masked[q,j])"),
           {masked}}});
    return drop(path + ".weights", path, {"weights", Role::attention, regime.dropout, "bhqk"});
}

std::string OutlineWriter::mix_values(const AttentionPart& part, const std::string& parameters) {
    const auto& [weights, value, path, kind] = part;
    key_side = Side::none;
    Step& mix = attention_step(Operation::context, part, "context");
    mix.inputs = {weights, value};
    fill(mix, path, {{"context", "context", Role::value, context_dependence(), {weights, value}}});

    Step& merge = attention_step(Operation::merge, part, "output");
    merge.inputs = {path + ".context"};
    add_linear_parameters(merge, parameters + ".out_proj");
    FilledTensor output = linear({"output", "output", Role::attention}, {"output", "merged", "W_O", "b_O"}, merge);
    output.operands[0] = path + ".merged";
    fill(merge, path, {{"merged", "merged", Role::attention, merge_heads_dependence(), {path + ".context"}}, output});
    return drop(path + ".output", path, {"output", Role::attention, regime.dropout, "blj"});
}

}  // namespace vitrine
