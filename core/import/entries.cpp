#include "core/import/entries.h"

#include "core/import/fitting.h"

namespace vitrine {

std::string with_reason(const std::string& reason, const std::string& more) {
    return reason.empty() || more.empty() ? reason + more : reason + "; " + more;
}

Piece zeros_of(Size count) { return {.kind = Piece::Kind::zeros, .rows = count}; }

void take_worse(Found& of_all, const Found& one) {
    if (one.certainty != Certainty::guessed || of_all.certainty == Certainty::guessed) return;
    of_all.certainty = one.certainty;
    of_all.why = one.why;
}

bool has_heads_axis(const ForeignTensor& tensor) { return tensor.squeezed().size() > 2; }

void EntryMaker::miss(const std::string& sentence, const std::vector<Wanted>& wanted) {
    mapping.missing.push_back(sentence);
    for (const Wanted& one : wanted) {
        if (!has_bias && one.parameter.ends_with("bias")) continue;
        MappingEntry entry{.parameter = one.parameter, .pieces = {}, .certainty = Certainty::guessed, .reason = sentence};
        for (const Size count : one.counts) entry.pieces.push_back(zeros_of(count));
        mapping.wanted.push_back(std::move(entry));
    }
}

void EntryMaker::add(const std::string& parameter, std::vector<Piece> pieces, const Found& found, const std::string& note) {
    mapping.entries.push_back({parameter, std::move(pieces), found.certainty, with_reason(found.why, note)});
}

void EntryMaker::add_linear(const std::string& prefix, const Found& found, Size outputs, Size inputs) {
    const std::vector<Wanted> both{{prefix + ".weight", {outputs * inputs}}, {prefix + ".bias", {outputs}}};
    if (!found || !found.module->weight) return miss("no tensor for " + prefix + ".weight", both);
    const ForeignModule& module = *found.module;
    const SquareOrder& order = order_of(module);
    const auto axes = matrix_axes(*module.weight.tensor, outputs, inputs, order.in_out);
    if (!axes) {
        return miss(module.shown() + " does not have the shape of " + prefix + ".weight, " + std::to_string(outputs) + "×" +
                        std::to_string(inputs),
                    both);
    }
    Found weight = found;
    if (outputs == inputs) take_worse(weight, {&module, order.certainty, order.why});
    const bool turned = shortest(*axes) == std::vector{1, 0};
    add(prefix + ".weight", {{.tensor = module.weight.name, .axes = shortest(*axes)}}, weight, turned ? "transposed" : "");
    if (!has_bias) return;
    const bool fits = module.bias && module.bias.tensor->count() == outputs;
    if (module.bias && !fits) return miss(module.bias.name + " does not have the length of " + prefix + ".bias", {both[1]});
    add(prefix + ".bias", {fits ? Piece{.tensor = module.bias.name} : zeros_of(outputs)}, found, fits ? "" : "absent, so zeros");
}

void EntryMaker::add_output_projection(const std::string& prefix, const Found& found) {
    if (!found || !found.module->weight || !has_heads_axis(*found.module->weight.tensor))
        return add_linear(prefix, found, width, width);
    const ForeignModule& module = *found.module;
    const auto axes = heads_axes(*module.weight.tensor, width, width * width, false, true);
    if (!axes) {
        return miss(module.shown() + " does not have the shape of " + prefix + ".weight",
                    {{prefix + ".weight", {width * width}}, {prefix + ".bias", {width}}});
    }
    add(prefix + ".weight", {{.tensor = module.weight.name, .axes = shortest(*axes)}}, found, "heads merged");
    if (!has_bias) return;
    const bool fits = module.bias && module.bias.tensor->count() == width;
    add(prefix + ".bias", {fits ? Piece{.tensor = module.bias.name} : zeros_of(width)}, found, fits ? "" : "absent, so zeros");
}

void EntryMaker::add_norm(const std::string& prefix, const Found& found) {
    if (!found) return miss("no LayerNorm for " + prefix, {{prefix + ".weight", {width}}, {prefix + ".bias", {width}}});
    const ForeignModule& module = *found.module;
    add(prefix + ".weight", {{.tensor = module.weight.name}}, found);
    if (!has_bias) return;
    const bool fits = module.bias && module.bias.tensor->count() == width;
    add(prefix + ".bias", {fits ? Piece{.tensor = module.bias.name} : zeros_of(width)}, found, fits ? "" : "absent, so zeros");
}

void add_layer(const std::string& prefix, const LayerParts& parts, Stack stack, EntryMaker& maker) {
    const auto add_attention = [&](const std::string& name, const AttentionParts& attention) {
        maker.add_projections(prefix + name, attention);
        maker.add_output_projection(prefix + name + ".out_proj", attention.output);
    };
    add_attention(".self_attn", parts.self);
    if (stack == Stack::decoder) add_attention(".multihead_attn", parts.cross);
    maker.add_linear(prefix + ".linear1", parts.linear1, maker.hidden, maker.width);
    maker.add_linear(prefix + ".linear2", parts.linear2, maker.width, maker.hidden);
    for (std::size_t i = 0; i < (stack == Stack::encoder ? 2u : 3u); ++i) {
        maker.add_norm(prefix + ".norm" + std::to_string(i + 1), parts.norms[i]);
    }
}

}  // namespace vitrine
