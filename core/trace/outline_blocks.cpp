/// The boxes of figure 1 with their operations in order.

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/ops/dropout.h"
#include "core/ops/embedding.h"
#include "core/ops/gate.h"
#include "core/ops/residual.h"
#include "core/ops/rms_norm.h"
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
    fill_norm(step(Operation::layer_norm, x, path), x, path, described, parameters, {c.d_model});
    return path;
}

/// The statistics and the output of a norm.
void OutlineWriter::fill_norm(Step& filled, const std::string& x, const std::string& path, const NormDescription& described,
                              const std::string& parameters, const NormedRows& rows) {
    const LayerNormOptions& options = described.options;
    const auto of_rows = [&](Dependence dependence) {
        return rows.heads ? of_heads(std::move(dependence), *rows.heads, rows.symbol) : dependence;
    };
    const Role role = !rows.heads ? Role::residual : rows.symbol == "Q" ? Role::query : Role::key;
    const std::string symbol = rows.heads ? rows.symbol + "′" : "norm";
    std::vector<std::string> gains;
    if (options.has_gain) gains.push_back(parameters + ".weight");
    if (described.bias) gains.push_back(parameters + ".bias");
    filled.parameters.insert(filled.parameters.end(), gains.begin(), gains.end());
    const auto operands = [&gains](std::vector<std::string> read) {
        read.insert(read.end(), gains.begin(), gains.end());
        return read;
    };
    if (options.kind == LayerNormKind::rms) {
        const std::string root = path + ".root_mean_square";
        return fill(filled, path,
                    {{"root_mean_square", "rms", role, of_rows(root_mean_square_dependence(rows.width, options)), {x}},
                     {"", symbol, role, of_rows(rms_norm_dependence(options)), operands({x, root})}});
    }
    const std::string mean = path + ".mean", deviation = path + ".deviation";
    fill(filled, path,
         {{"mean", "mean", role, of_rows(layer_norm_mean_dependence(rows.width)), {x}},
          {"deviation", "deviation", role, of_rows(layer_norm_deviation_dependence(rows.width, options)), {x, mean}},
          {"", symbol, role, of_rows(layer_norm_dependence(options, described.bias)), operands({x, mean, deviation})}});
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
const char* residual_title(ResidualParts parts, NormPlacement placement) {
    const bool adds = parts == ResidualParts::both;
    if (placement == NormPlacement::before) return adds ? "Add" : parts == ResidualParts::x ? "x only" : "No residual";
    if (!adds) return "Norm";
    return placement == NormPlacement::after ? "Add & norm" : "Norm & add";
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

/// The norm before a sublayer, in a box of its own. Returns what the sublayer reads.
std::string OutlineWriter::norm_before(const std::string& x, int number) {
    if (!is_normed_before(of->norm_placement)) return x;
    const std::string path = fmt::format("{}.norm{}", layer_path, number);
    block(path, words_of(Operation::layer_norm, computed_here()).title, "before the sublayer", Role::residual);
    return norm(x, path, of->norm, "transformer." + path);
}

std::string OutlineWriter::path_of_norm_behind(int number) const {
    const bool around = of->norm_placement == NormPlacement::around;
    return layer_path + '.' + (around ? std::string(post_norm_name(of->kind)) : fmt::format("norm{}", number));
}

/// The norm of what a sublayer gives. Returns what is added to x.
std::string OutlineWriter::norm_behind(const std::string& output, int number) {
    if (!is_normed_inside(of->norm_placement)) return output;
    const std::string path = path_of_norm_behind(number);
    return norm(output, path, of->norm, "transformer." + path);
}

/// The residual connection.
void OutlineWriter::add(const std::string& x, const std::vector<std::string>& addends, int number) {
    const std::string name = fmt::format("residual{}", number), residual = layer_path + '.' + name;
    const ResidualParts parts = outline.parts_of(residual);
    Step& sum = step(Operation::residual, words_of(parts, computed_here()), residual);
    std::vector<std::string> names;
    for (const std::string& addend : addends) {
        const bool alone = addends.size() == 1;
        const std::string of_many = addend.find("attn") != std::string::npos ? "attention" : "network";
        names.push_back(is_normed_inside(of->norm_placement) && alone ? "norm"
                        : alone                                       ? name_when_read("sublayer", computed_here())
                                                                      : of_many);
    }
    FilledTensor filled{
        name, "x + " + fmt::format("{}", fmt::join(addends.size() == 1 ? std::vector<std::string>{"sublayer"} : names, " + ")),
        Role::residual, residual_dependence(names)};
    sum.inputs = {x};
    sum.inputs.insert(sum.inputs.end(), addends.begin(), addends.end());
    if (parts == ResidualParts::x) {
        filled.symbol = "x";
        filled.dependence = copy_dependence("blj", "residual[l,j] = x[l,j]");
        sum.inputs = {x};
    } else if (parts == ResidualParts::sublayer) {
        filled.symbol = addends.size() == 1 ? "sublayer" : fmt::format("{}", fmt::join(names, " + "));
        filled.dependence = sum_dependence(names);
        sum.inputs = addends;
    }
    filled.operands = sum.inputs;
    fill(sum, layer_path, {filled});
}

/// The residual connection around a sublayer, with its norms before, inside or after it.
std::string OutlineWriter::connect(const std::string& x, int number) {
    const std::string output = sublayer(norm_before(x, number));
    const std::string residual = fmt::format("{}.residual{}", layer_path, number);
    const ResidualParts parts = outline.parts_of(residual);
    block(residual, residual_title(parts, of->norm_placement), residual_subtitle(parts), Role::residual);
    add(x, {norm_behind(output, number)}, number);
    if (of->norm_placement != NormPlacement::after) return residual;
    const std::string path = fmt::format("{}.norm{}", layer_path, number);
    return norm(residual, path, of->norm, "transformer." + path);
}

/// Parallel sublayers, and the one residual connection around all of them.
std::string OutlineWriter::parallel(const std::string& x, const LayerDescription& described) {
    std::vector<std::string> addends;
    std::string normed;
    int number = 0;
    for (const SublayerDescription& one : described.sublayers) {
        of = &one;
        if (described.has_norm(static_cast<std::size_t>(number))) normed = norm_before(x, number + 1);
        const std::string output = sublayer(normed);
        if (is_normed_inside(one.norm_placement))
            block(path_of_norm_behind(number + 1), words_of(Operation::layer_norm, computed_here()).title, "behind the sublayer",
                  Role::residual);
        addends.push_back(norm_behind(output, ++number));
    }
    const std::string residual = fmt::format("{}.residual{}", layer_path, number);
    const ResidualParts parts = outline.parts_of(residual);
    block(residual, residual_title(parts, NormPlacement::before),
          parts == ResidualParts::both ? "of both" : residual_subtitle(parts), Role::residual);
    add(x, addends, number);
    return residual;
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
        in = &described;
        if (described.is_parallel()) {
            result = parallel(result, described);
        } else {
            for (const SublayerDescription& one : described.sublayers) {
                of = &one;
                result = connect(result, ++number);
            }
        }
        ++layer;
    }
    of = nullptr, in = nullptr;
    return finish_stack(result, shape);
}

/// Returns the encoder's output. If there is a decoder, that is the memory, which the decoder's first layer does not read as its
/// input.
std::string OutlineWriter::encoder() {
    std::string x = stack(embedding(Side::source), {"encoder", "Encoder", outline.model.encoder});
    if (!c.has_decoder()) return x;
    section = "Encoder output";
    block("memory", "Memory", "what every decoder layer reads", Role::residual);
    Step& memory = step(Operation::memory, x, "memory");
    fill(memory, "", {{"memory", "memory", Role::residual, copy_dependence("blj", "memory[l,j] = x[l,j]"), {x}}});
    return "memory";
}

std::string OutlineWriter::decoder() { return stack(embedding(Side::target), {"decoder", "Decoder", outline.model.decoder}); }

}  // namespace vitrine
