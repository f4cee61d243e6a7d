/// The outline of one attention: the boxes of figure 2 in order.

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "core/ops/attention.h"
#include "core/ops/relative_positions.h"
#include "core/ops/rotary.h"
#include "core/ops/soft_cap.h"
#include "core/ops/softmax.h"
#include "core/trace/outline_writer.h"

namespace vitrine {

std::string OutlineWriter::attention(const std::string& x, const std::string& path, AttentionKind kind) {
    const std::string heads = heads_text();
    const char* title[] = {"Self-attention", of->attention.mask.causal ? "Masked self-attention" : "Self-attention",
                           "Cross-attention"};
    const MaskOptions& mask = of->attention.mask;
    const std::string causal = mask.window ? fmt::format("causal, window {}", *mask.window) : "causal";
    const std::string who[] = {"all to all", mask.causal ? causal : "sees later tokens", "target to source"};
    block(path, title[static_cast<int>(kind)], heads + ", " + who[static_cast<int>(kind)], Role::attention);
    const bool cross = kind == AttentionKind::cross;
    const bool own_module = cross && !of->attention.shares_parameters;
    const std::string parameters = "transformer." + layer_path + (own_module ? ".multihead_attn" : ".self_attn");
    const ScoredPair scored = project_heads({x, cross ? "memory" : x, path, kind}, parameters);
    const std::string weights = weigh(path, kind, scored);
    const std::string output = mix_values({weights, path + ".value", path, kind}, parameters);
    outline.blocks.back().output = path + ".weights";
    return output;
}

/// All of a model that is one attention alone.
void OutlineWriter::lone_attention() {
    const std::string path = "attention";
    const AttentionPart part{path + ".query_input", path + ".key_input", path, AttentionKind::alone, path + ".value_input"};
    section = "Attention";
    of = &outline.model.lone;
    side = Side::target;
    block(path + ".inputs", "Inputs", "given, not computed", Role::residual);
    Step& inputs = attention_step(Operation::inputs, part, "inputs");
    fill(inputs, path, {{"query_input", "x_Q", Role::residual}});
    side = Side::source;
    fill(inputs, path, {{"key_input", "x_K", Role::residual}, {"value_input", "x_V", Role::residual}});
    inputs.result = outline.blocks.back().output = part.first;
    side = Side::target;
    block(path, "Attention", heads_text() + ", all to all", Role::attention);
    const ScoredPair scored = project_heads(part, path);
    mix_values({weigh(path, AttentionKind::alone, scored), path + ".value", path, AttentionKind::alone}, path);
    outline.blocks.back().output = path + ".weights";
}

/// "8 heads", "8 heads, 2 of keys".
std::string OutlineWriter::heads_text() const {
    const Size heads = of->attention.heads, key_heads = of->attention.key_heads;
    const std::string text = fmt::format("{} head{}", heads, heads == 1 ? "" : "s");
    return key_heads == heads ? text : text + fmt::format(", {} of keys", key_heads);
}

HeadGroups OutlineWriter::groups() const { return {of->attention.heads / of->attention.key_heads}; }

Step& OutlineWriter::attention_step(Operation operation, const AttentionPart& part, const char* id) {
    return step(operation, words_of(operation, part.kind, computed_here()), part.path + '.' + id);
}

/// Q, K and V, and what is done to queries and keys before their products.
ScoredPair OutlineWriter::project_heads(const AttentionPart& part, const std::string& parameters) {
    const std::string &queries = part.first, &memory = part.second, &path = part.path;
    const std::string& values = part.third.empty() ? memory : part.third;
    const AttentionKind kind = part.kind;
    const bool alone = kind == AttentionKind::alone;
    Step& project = attention_step(Operation::projections, part, "projections");
    project.inputs = kind == AttentionKind::cross ? std::vector{queries, memory} : std::vector{queries};
    if (alone) project.inputs = {queries, memory, values};
    project.parameters = {parameters + ".in_proj_weight"};
    const bool bias = of->attention.projection_bias;
    if (bias) project.parameters.push_back(parameters + ".in_proj_bias");
    const Size query_rows = of->attention.query_rows(), key_rows = of->attention.key_rows();
    const auto third = [&](const FilledTensor& tensor, const std::string& input, Size first) {
        const std::string read = alone ? "x_" + tensor.symbol : input == queries ? "x" : "memory";
        const LinearNames names{tensor.symbol, read, "W", bias ? "b" : "", true, first};
        FilledTensor filled = tensor;
        filled.dependence = linear_dependence(names);
        filled.operands = {input};
        filled.operands.insert(filled.operands.end(), project.parameters.begin(), project.parameters.end());
        return filled;
    };
    fill(project, path, {third({"query", "Q", Role::query}, queries, 0)});
    key_side = kind == AttentionKind::cross || alone ? Side::source : side;
    fill(project, path, {third({"key", "K", Role::key}, memory, query_rows)});
    const bool normed = of->attention.query_key_norm != QueryKeyNorm::none;
    if (!normed && !of->attention.rotation) fill(project, path, {transposed(path + ".key", "K")});
    fill(project, path, {third({"value", "V", Role::value}, values, query_rows + key_rows)});
    project.result = path + ".query";
    ScoredPair scored{path + ".query", path + ".key"};
    if (normed) scored = norm_heads(part, parameters);
    return of->attention.rotation ? turn(part, scored) : scored;
}

/// The keys as the scores are computed with them, "Kᵀ".
FilledTensor OutlineWriter::transposed(const std::string& key, const std::string& symbol) {
    FilledTensor view{
        key.substr(key.rfind('.') + 1) + "_transposed", symbol + "ᵀ", Role::key, key_transposed_dependence(symbol), {key}};
    view.is_view = true;
    return view;
}

/// The norms of queries and keys.
ScoredPair OutlineWriter::norm_heads(const AttentionPart& part, const std::string& parameters) {
    const std::string& path = part.path;
    const AttentionDescription& attention = of->attention;
    const bool each = attention.query_key_norm == QueryKeyNorm::each_head;
    const HeadRows rows = each ? HeadRows::each_head : HeadRows::all_heads;
    Step& normed = attention_step(Operation::head_norm, part, "head_norm");
    normed.inputs = {path + ".query", path + ".key"};
    const Side keys = key_side;
    key_side = Side::none;
    fill_norm(normed, path + ".query", path + ".query_norm", attention.head_norm, parameters + ".query_norm",
              {each ? attention.head_width : attention.query_rows(), rows, "Q"});
    key_side = keys;
    fill_norm(normed, path + ".key", path + ".key_norm", attention.head_norm, parameters + ".key_norm",
              {each ? attention.head_width : attention.key_rows(), rows, "K"});
    normed.result = path + ".query_norm";
    const ScoredPair result{path + ".query_norm", path + ".key_norm", {"Q′", "K′"}};
    if (!attention.rotation) fill(normed, path, {transposed(result.key, result.symbols[1])});
    normed.result = result.query;
    return result;
}

/// Rotary positions.
ScoredPair OutlineWriter::turn(const AttentionPart& part, const ScoredPair& read) {
    const std::string& path = part.path;
    const RotaryTurn angles = rotary_turn(*of->attention.rotation, of->attention.head_width);
    Step& turned = attention_step(Operation::rotation, part, "rotation");
    turned.inputs = {read.query, read.key};
    const ScoredPair result{path + ".rotated_query", path + ".rotated_key", scored_symbols(of->attention)};
    const auto& [query, key] = result.symbols;
    key_side = Side::none;
    fill(turned, path, {{"rotated_query", query, Role::query, rotary_dependence(angles, read.symbols[0]), {read.query}}});
    key_side = side;
    fill(turned, path,
         {{"rotated_key", key, Role::key, rotary_dependence(angles, read.symbols[1]), {read.key}},
          transposed(result.key, result.symbols[1])});
    turned.result = result.query;
    return result;
}

/// Gemma 2's cap. Returns the name of the scores that the next step reads.
std::string OutlineWriter::cap(const AttentionPart& part) {
    if (!of->attention.scores_cap) return "scores";
    const double most = *of->attention.scores_cap;
    const std::string formula = fmt::format("capped[q,k] = {0:g} · tanh(scores[q,k] / {0:g})", most),
                      scores = part.path + ".scores";
    Step& capped = attention_step(Operation::scores_cap, part, "scores_cap");
    capped.inputs = {scores};
    fill(capped, part.path, {{"scores_capped", "capped", Role::attention, soft_cap_dependence("bhqk", most, formula), {scores}}});
    return "scores_capped";
}

/// T5's relative positions. Returns the name of the scores that the mask is applied to.
std::string OutlineWriter::bias(const AttentionPart& part, const std::string& scores) {
    if (!of->attention.position_bias) return scores;
    const std::string &path = part.path, table = "transformer." + std::string(side == Side::source ? "encoder" : "decoder") +
                                                 ".relative_positions.weight";
    const std::string read = path + '.' + scores;
    Step& added = attention_step(Operation::position_bias, part, "position_bias");
    added.inputs = {read};
    added.parameters = {table};
    fill(added, path,
         {{"position_bias", "bias", Role::attention, relative_positions_dependence(*of->attention.position_bias), {table}},
          {"biased_scores", "biased", Role::attention, add_bias_dependence(), {read, path + ".position_bias"}}});
    return "biased_scores";
}

std::string OutlineWriter::weigh(const std::string& path, AttentionKind kind, const ScoredPair& read) {
    const AttentionPart part{"", "", path, kind};
    Step& score = attention_step(Operation::scores, part, "scores");
    score.inputs = {read.query, read.key + "_transposed"};
    fill(score, path,
         {{"scores",
           "scores",
           Role::attention,
           scores_dependence(of->attention.head_width, of->attention.divisor, groups(), read.symbols),
           {read.query, read.key}}});
    const std::string scores = bias(part, cap(part));
    if (of->attention.mask_after_softmax) {
        share(part, {"unmasked_weights", scores, "unmasked"});
        hide(part, {"weights", "unmasked_weights", "weights"}, multiply_mask_dependence());
    } else {
        hide(part, {"masked_scores", scores, "masked"},
             mask_dependence(c.mask_value.value_or(-std::numeric_limits<double>::infinity())));
        share(part, {"weights", "masked_scores", "weights"});
    }
    return drop(path + ".weights", path, {"weights", Role::attention, regime.dropout, "bhqk"});
}

/// The mask, and the tensor that it is applied to.
void OutlineWriter::hide(const AttentionPart& part, const GridNames& names, Dependence dependence) {
    const std::string &path = part.path, in = path + '.' + names.input, mask = path + ".mask";
    Step& hidden = attention_step(Operation::mask, part, "mask");
    hidden.inputs = {in};
    const MaskOptions& options = of->attention.mask;
    const bool by_target =
        part.kind == AttentionKind::decoder_self || (part.kind == AttentionKind::cross && options.padding == PaddingAxis::queries);
    const bool alone = part.kind == AttentionKind::alone;  // it records no tokens, and its mask needs none
    const std::vector<std::string> tokens{by_target ? "tgt.tokens" : "src.tokens"};
    const bool mask_first = names.output == "masked_scores";  // the mask is the first operand
    fill(hidden, path,
         {{"mask", "mask", Role::attention, alone ? open_mask_dependence() : make_mask_dependence(options),
           alone ? std::vector<std::string>{} : tokens},
          {names.output, names.symbol, Role::attention, std::move(dependence),
           mask_first ? std::vector{mask, in} : std::vector{in, mask}}});
}

/// A softmax over every row.
void OutlineWriter::share(const AttentionPart& part, const GridNames& names) {
    const std::string& path = part.path;
    Step& shared = attention_step(Operation::softmax, part, names.output.c_str());
    shared.inputs = {path + '.' + names.input};
    const std::string read = std::ranges::find(outline.tensors, shared.inputs[0], &TensorInfo::path)->symbol;
    const SoftmaxSymbols symbols{read, names.symbol};
    fill(shared, path,
         {{names.output, names.symbol, Role::attention, softmax_dependence("bhqk", shared.formula, symbols), shared.inputs}});
}

std::string OutlineWriter::mix_values(const AttentionPart& part, const std::string& parameters) {
    const std::string &weights = part.first, &value = part.second, &path = part.path;
    const bool alone = part.kind == AttentionKind::alone;
    key_side = Side::none;
    Step& mix = attention_step(Operation::context, part, "context");
    mix.inputs = {weights, value};
    fill(mix, path,
         {{"context",
           "context",
           Role::value,
           context_dependence(name_when_read("weights", computed_here()), groups()),
           {weights, value}}});

    Step& merge = attention_step(Operation::merge, part, alone ? "merged" : "output");
    merge.inputs = {path + ".context"};
    fill(merge, path, {{"merged", "merged", Role::attention, merge_heads_dependence(), {path + ".context"}}});
    if (alone) return path + ".merged";
    const bool bias = of->attention.output_bias;
    add_linear_parameters(merge, parameters + ".out_proj", bias);
    FilledTensor output = linear({"output", "output", Role::attention}, {"output", "merged", "W_O", bias ? "b_O" : ""}, merge);
    output.operands[0] = path + ".merged";
    fill(merge, path, {output});
    return drop(path + ".output", path, {"output", Role::attention, regime.dropout, "blj"});
}

}  // namespace vitrine
