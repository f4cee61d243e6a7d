#include "core/against/module_names.h"

#include <algorithm>
#include <set>

#include "core/against/tensor_name_parts.h"
#include "core/model/sublayers.h"
#include "core/tensor/fields.h"

namespace vitrine {

namespace {

bool is_within(const std::string& module, const std::string& outer) {
    return module == outer || (module.starts_with(outer) && module[outer.size()] == '.');
}

/// A name without its last part; empty if it has only one.
std::string parent_of(const std::string& name) {
    const auto dot = name.rfind('.');
    return dot == std::string::npos ? std::string{} : name.substr(0, dot);
}

/// The innermost module that is or contains all of these; empty if there is none.
std::string common_parent(const std::vector<std::string>& modules) {
    std::string parent = modules.front();
    const auto has_all = [&] { return std::ranges::all_of(modules, [&](const auto& one) { return is_within(one, parent); }); };
    while (!parent.empty() && !has_all()) parent = parent_of(parent);
    return parent;
}

/// The place of a parameter of ours: "decoder.layers.0.cross_attn" for
/// "transformer.decoder.layers.0.multihead_attn.in_proj_weight".
struct ParameterPlace {
    std::string part;  ///< an attention, or a layer's "ffn" or "norm"; empty outside of the layers
    std::string leaf;  ///< "in_proj_weight", "out_proj", "linear1", "norm2", "src_embedding"
    Stack stack = Stack::none;
    std::optional<int> layer{};
    NamedAttention attention = NamedAttention::none;
};

Stack side_of(const std::string& leaf) {
    return leaf.starts_with("src_") ? Stack::encoder : leaf.starts_with("tgt_") ? Stack::decoder : Stack::none;
}

/// Nothing for biases, which say no more than the weight of the same module.
std::optional<ParameterPlace> place_of_parameter(const std::string& parameter) {
    if (!parameter.ends_with("weight")) return std::nullopt;
    std::vector<std::string> parts = parts_of(parameter);
    if (parts.back() == "weight") parts.pop_back();
    if (parts.empty()) return std::nullopt;
    if (parts[0] != "transformer" || parts.size() < 3) return ParameterPlace{{}, parts.back(), side_of(parts[0])};
    const Stack stack = parts[1] == "decoder" ? Stack::decoder : Stack::encoder;
    if (parts.size() < 5 || !is_number(parts[3])) return ParameterPlace{{}, parts.back(), stack};
    ParameterPlace place{parts[1] + ".layers." + parts[3], parts.back(), stack, std::stoi(parts[3])};
    if (parts.size() == 5) {
        place.part = join(place.part, place.leaf.starts_with("norm") ? "norm" : name(SublayerKind::feed_forward));
        return place;
    }
    place.attention = parts[4] == "multihead_attn" ? NamedAttention::cross : NamedAttention::self;
    place.part = join(
        place.part, name(place.attention == NamedAttention::cross ? SublayerKind::cross_attention : SublayerKind::self_attention));
    return place;
}

/// The possible outputs of a module that has one weight.
std::vector<NameGuess> guesses_of(const ParameterPlace& place) {
    const std::string& leaf = place.leaf;
    if (leaf == "out_proj") return {{NamedPart::attention_output}};
    if (leaf == "linear1") return {{NamedPart::linear1}, {NamedPart::activation}};
    if (leaf == "linear2") return {{NamedPart::linear2}};
    if (place.layer && leaf.starts_with("norm")) return {{NamedPart::norm, 0, leaf.back() - '0'}};
    if (leaf == "norm") return {{NamedPart::stack_norm}};
    if (leaf.ends_with("embedding")) return {{NamedPart::embedding}, {NamedPart::scaled}};
    if (leaf.ends_with("embedding_norm")) return {{NamedPart::embedding_norm}};
    if (leaf.ends_with("positions")) return {{NamedPart::positions}};
    if (leaf == "fc_out") return {{NamedPart::logits}, {NamedPart::log_probabilities}, {NamedPart::probabilities}};
    return {};
}

std::string layer_of(const std::string& part) { return part.substr(0, part.rfind('.')); }

}  // namespace

ModuleNames::ModuleNames(const WeightOrigins& origins, const Configuration& configuration) {
    for (const auto& [parameter, tensors] : origins) add_parameter(parameter, tensors);
    add_prefixes();
    if (configuration.norm_placement == NormPlacement::after) add_ends_of_sublayers();
}

void ModuleNames::add_parameter(const std::string& parameter, const std::vector<std::string>& tensors) {
    const auto place = place_of_parameter(parameter);
    if (!place) return;
    std::vector<std::string> modules;
    for (const std::string& tensor : tensors) {
        const std::string module = parent_of(without_wrappers(tensor));
        if (module.empty()) return;
        modules.push_back(module);
        modules_[place->part].insert(module);
    }
    const Output output{place->stack, place->layer, place->attention, guesses_of(*place)};
    if (place->leaf == "in_proj_weight") {
        add_projections(output, modules);
    } else if (modules.size() == 1) {
        add_output(modules[0], output);
    }
}

/// Three modules are the projections of queries, keys and values. Nothing is known about a module that holds several of them, or
/// those of a single head.
void ModuleNames::add_projections(Output place, const std::vector<std::string>& modules) {
    constexpr NamedPart parts[] = {NamedPart::query, NamedPart::key, NamedPart::value};
    const bool three = modules.size() == 3 && std::set(modules.begin(), modules.end()).size() == 3;
    for (std::size_t i = 0; three && i < 3; ++i) {
        place.guesses = {{parts[i]}};
        add_output(modules[i], place);
    }
}

void ModuleNames::add_output(const std::string& module, const Output& output) {
    const auto [at, is_new] = outputs_.emplace(module, output);
    if (!is_new) at->second.guesses.clear();
}

/// Whether a module contains only modules of one part of ours and LayerNorms of the same layer or, with `of_layer`, only modules
/// of that layer.
bool ModuleNames::holds_only(const std::string& module, const std::string& part, bool of_layer) const {
    return std::ranges::all_of(modules_, [&](const auto& other) {
        const bool alike = !other.first.empty() && layer_of(other.first) == layer_of(part);
        if (alike && (of_layer || other.first == part || other.first.ends_with(".norm"))) return true;
        return std::ranges::none_of(other.second, [&](const auto& one) { return is_within(one, module); });
    });
}

void ModuleNames::add_prefixes() {
    std::map<std::string, std::vector<std::string>> layers;
    for (const auto& [part, modules] : modules_) {
        if (part.empty()) continue;
        const std::vector<std::string> all(modules.begin(), modules.end());
        layers[layer_of(part)].insert(layers[layer_of(part)].end(), all.begin(), all.end());
        const std::string parent = common_parent(all);
        if (!part.ends_with(".norm") && !parent.empty() && holds_only(parent, part, false)) prefixes_[parent] = part;
    }
    for (const auto& [layer, modules] : layers) {
        const std::string parent = common_parent(modules);
        if (!parent.empty() && holds_only(parent, layer + ".norm", true)) prefixes_.emplace(parent, layer);
    }
}

/// In a post-norm model, the output of a module that contains a sublayer and its LayerNorm is that of the LayerNorm.
void ModuleNames::add_ends_of_sublayers() {
    std::map<std::string, Output> ends;
    for (const auto& [module, output] : outputs_) {
        const bool norm = output.layer && !output.guesses.empty() && output.guesses[0].part == NamedPart::norm;
        if (!norm) continue;
        const std::string layer = layer_path(output.stack == Stack::decoder ? StackKind::decoder : StackKind::encoder,
                                             static_cast<std::size_t>(*output.layer));
        for (std::string parent = parent_of(module); !parent.empty() && holds_only(parent, layer + ".norm", true);
             parent = parent_of(parent)) {
            const bool has_sublayer = std::ranges::any_of(modules_, [&](const auto& part) {
                return !part.first.empty() && !part.first.ends_with(".norm") &&
                       std::ranges::any_of(part.second, [&](const auto& one) { return is_within(one, parent); });
            });
            if (!has_sublayer) continue;
            Output end = output;
            end.guesses[0].part = NamedPart::sublayer_end;
            const auto [at, is_new] = ends.emplace(parent, end);
            if (!is_new && at->second.guesses[0].number < end.guesses[0].number) at->second = end;
        }
    }
    for (const auto& [module, output] : ends) outputs_.emplace(module, output);
}

std::optional<TensorName> ModuleNames::output_of(const std::string& name) const {
    const auto found = outputs_.find(without_wrappers(name));
    if (found == outputs_.end() || found->second.guesses.empty()) return std::nullopt;
    const Output& output = found->second;
    TensorName known{output.stack, output.layer, output.attention, output.guesses, "module"};
    for (const NameGuess& guess : known.guesses)
        known.pattern += ' ' + std::to_string(static_cast<int>(guess.part)) + '/' + std::to_string(guess.number);
    return known;
}

std::string ModuleNames::in_our_words(const std::string& name) const {
    const std::string whole = without_wrappers(name);
    for (std::string outer = whole; !outer.empty(); outer = parent_of(outer)) {
        const auto found = prefixes_.find(outer);
        if (found != prefixes_.end()) return found->second + whole.substr(outer.size());
    }
    return name;
}

}  // namespace vitrine
