#include "core/import/layer_parts.h"

#include <algorithm>

namespace vitrine {

namespace {

using Label = AttentionLabel;
using Modules = std::vector<const ForeignModule*>;

bool names_feed_forward(const Words& words) {
    return has_stem(words, {"ffn", "feed", "mlp", "pos_ffn"}) || has_word(words, {"ff", "fc", "final", "output", "feedforward"});
}

/// The attentions of a layer: which labels are its self-attention, and which its cross-attention.
struct Attentions {
    std::map<Label, int> place;  ///< 0: self-attention, 1: cross-attention
    bool guessed = false;
};

/// An encoder has one attention. A decoder's two are told apart by their names, otherwise by their order.
Attentions place_labels(const std::map<Label, Modules>& groups, Stack stack) {
    using K = Label::Kind;
    Attentions found;
    const bool self = groups.count({K::self}) > 0, cross = groups.count({K::cross}) > 0;
    std::vector<Label> plain;
    for (const auto& [label, modules] : groups) {
        if (label.kind == K::self) found.place[label] = 0;
        if (label.kind == K::cross) found.place[label] = 1;
        if (label.kind == K::plain) plain.push_back(label);
    }
    if (stack == Stack::encoder) {
        for (auto& [label, place] : found.place) place = self && label.kind == K::cross ? 1 : 0;
        if (plain.size() == 1 && found.place.empty()) found.place[plain[0]] = 0;
        return found;
    }
    if (plain.size() == 1) found.place[plain[0]] = self ? 1 : 0;
    if (plain.size() == 2 && !self && !cross) found.place[plain[0]] = 0, found.place[plain[1]] = 1, found.guessed = true;
    return found;
}

void mark_guessed(AttentionParts& parts, const std::string& why) {
    const auto mark = [&](Found& found) { found.certainty = Certainty::guessed, found.why = why; };
    for (auto& heads : parts.projections) {
        for (Found& found : heads) mark(found);
    }
    mark(parts.packed), mark(parts.packed_bias), mark(parts.output);
}

/// Whether a module is a mask or a counter beside the weights; GPT-2 calls a mask n × n "bias".
bool is_buffer(const ForeignModule& module) {
    const NamedForeign& named = module.weight ? module.weight : module.bias;
    const auto shape = named.tensor->squeezed();
    const bool square_bias = !module.weight && shape.size() == 2 && shape[0] == shape[1];
    const Words& last = module.parts.back();
    const bool mask = has_stem(last, {"mask", "tril", "triu", "ignore"}) && !has_stem(last, {"attn", "attention", "mha", "norm"});
    return !is_floating(named.tensor->type) || square_bias || mask;
}

/// All parts of a module's name except the last.
std::vector<Words> parent_of(const ForeignModule& module) {
    return {module.inner.begin(), module.inner.empty() ? module.inner.end() : module.inner.end() - 1};
}

/// Gives an attention its W_O if the name does not say what it is. Either it stands beside the projections, "0.fn.to_out.0"
/// beside "0.fn.to_q", or the feed-forward network would have three matrices, of which it is the square one.
void take_unnamed_outputs(std::map<Label, Modules>& groups, Modules& others) {
    std::vector<std::pair<std::vector<Words>, Label>> parents;
    for (const auto& [label, modules] : groups) {
        for (const ForeignModule* module : modules) {
            if (!names_attention(*module) && module->inner.size() > 1) parents.emplace_back(parent_of(*module), label);
        }
    }
    const auto takes = [&](const ForeignModule* module) {
        for (const auto& [parent, label] : parents) {
            const bool beside =
                module->inner.size() > parent.size() && std::equal(parent.begin(), parent.end(), module->inner.begin());
            if (beside) return groups[label].push_back(module), true;
        }
        return false;
    };
    others.erase(std::remove_if(others.begin(), others.end(), takes), others.end());
    if (others.size() != 3 || groups.size() != 1) return;
    const auto output = std::find_if(others.begin(), others.end(), [](const ForeignModule* module) {
        const auto shape = module->weight.tensor->squeezed();
        return shape.size() == 2 && shape[0] == shape[1] && names_output(module->inner_words());
    });
    if (output == others.end()) return;
    groups.begin()->second.push_back(*output);
    others.erase(output);
}

/// The length of a module's bias; 0 if it has none, so that its number of outputs is not known.
Size outputs_of(const ForeignModule& module) {
    if (module.bias) return module.bias.tensor->count();
    return 0;
}

/// The two matrices of the feed-forward network in order. Their biases decide, whatever the names: that of the second has the
/// length d_model. Otherwise their numbers, names or places in the file do.
void take_feed_forward(Modules modules, Size width, LayerParts& parts) {
    if (modules.size() != 2) {
        parts.left.insert(parts.left.end(), modules.begin(), modules.end());
        return;
    }
    const auto second = [](const ForeignModule& m) {
        const Words words = m.inner_words();
        return has_word(words, {"output", "out", "down", "contract", "wo", "proj"}) &&
               !has_word(words, {"intermediate", "up", "in"});
    };
    const auto number = [](const ForeignModule& m) { return last_number(m.inner_words()); };
    const Size outputs[] = {outputs_of(*modules[0]), outputs_of(*modules[1])};
    const bool by_bias = outputs[0] > 0 && outputs[1] > 0 && outputs[0] != outputs[1];
    const bool by_number = number(*modules[0]) && number(*modules[1]) && number(*modules[0]) != number(*modules[1]);
    const bool by_name = second(*modules[0]) != second(*modules[1]);
    const bool swapped = by_bias     ? outputs[0] == width
                         : by_number ? *number(*modules[0]) > *number(*modules[1])
                                     : by_name && second(*modules[0]);
    if (swapped) std::swap(modules[0], modules[1]);
    const bool sure = by_bias || by_number || by_name;
    const std::string why = sure ? "" : "by its place in the file";
    parts.linear1 = {modules[0], sure ? Certainty::sure : Certainty::guessed, why};
    parts.linear2 = {modules[1], sure ? Certainty::sure : Certainty::guessed, why};
}

/// The sublayer that the name of a LayerNorm stands for, counted from 0; −1: none.
int named_sublayer(const ForeignModule& norm, const Attentions& attentions, int sublayers) {
    const Label label = attention_label(norm);
    const Words words = norm.inner_words();
    if (label.kind == Label::Kind::none) {
        if (sublayers == 3 && has_word(words, {"memory", "encoder", "enc", "src"})) return 1;
        return names_feed_forward(words) ? sublayers - 1 : -1;
    }
    const auto found = attentions.place.find(label);
    if (found != attentions.place.end()) return found->second;
    // "attn_norm" beside "self_attn" and "cross_attn" can only mean the first one.
    return label.kind == Label::Kind::cross && sublayers == 3 ? 1 : 0;
}

void take_norms(Modules norms, const Attentions& attentions, int sublayers, LayerParts& parts) {
    Modules unnamed;
    for (const ForeignModule* norm : norms) {
        const int at = named_sublayer(*norm, attentions, sublayers);
        if (at >= 0 && !parts.norms[static_cast<std::size_t>(at)]) {
            parts.norms[static_cast<std::size_t>(at)] = {norm};
        } else {
            unnamed.push_back(norm);
        }
    }
    const auto number = [](const ForeignModule* m) { return last_number(m->inner_words()).value_or(-1); };
    const bool numbered = std::all_of(unnamed.begin(), unnamed.end(), [&](const auto* m) { return number(m) >= 0; });
    std::stable_sort(unnamed.begin(), unnamed.end(), [&](const auto* a, const auto* b) {
        const std::size_t depths[] = {numbered ? 0 : a->inner.size(), numbered ? 0 : b->inner.size()};
        return depths[0] != depths[1] ? depths[0] < depths[1] : number(a) < number(b);
    });
    const auto end = parts.norms.begin() + sublayers;
    const auto places = std::count_if(parts.norms.begin(), end, [](const Found& found) { return !found; });
    for (const ForeignModule* norm : unnamed) {
        const auto free = std::find_if(parts.norms.begin(), end, [](const Found& found) { return !found; });
        if (free == end) {
            parts.left.push_back(norm);
        } else if (numbered && static_cast<std::ptrdiff_t>(unnamed.size()) == places) {
            *free = {norm};
        } else {
            *free = {norm, Certainty::guessed, numbered ? "by its number" : "the place that is left"};
        }
    }
}

}  // namespace

LayerParts parts_of_layer(const Modules& modules, Stack stack, Size width) {
    LayerParts parts;
    Modules norms, feed_forward;
    std::map<Label, Modules> groups;
    for (const ForeignModule* module : modules) {
        if (is_buffer(*module)) {
            parts.buffers.push_back(module);
        } else if (module->is_vector() && module->weight.tensor->count() == width) {
            norms.push_back(module);
        } else if (const Label label = attention_label(*module); label.kind != Label::Kind::none) {
            groups[label].push_back(module);
        } else if (module->weight && !module->is_vector()) {
            feed_forward.push_back(module);
        } else {
            parts.left.push_back(module);
        }
    }
    take_unnamed_outputs(groups, feed_forward);
    const Attentions attentions = place_labels(groups, stack);
    for (const auto& [label, group] : groups) {
        const auto place = attentions.place.find(label);
        if (place == attentions.place.end()) {
            parts.left.insert(parts.left.end(), group.begin(), group.end());
            continue;
        }
        AttentionParts& attention = place->second == 0 ? parts.self : parts.cross;
        attention = attention_of(group, parts.left);
        if (attentions.guessed) mark_guessed(attention, place->second == 0 ? "the first of two attentions" : "the second of two");
    }
    take_feed_forward(feed_forward, width, parts);
    take_norms(norms, attentions, stack == Stack::encoder ? 2 : 3, parts);
    return parts;
}

}  // namespace vitrine
