#include "core/import/modules.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "core/text/plain_text.h"

namespace vitrine {

namespace {

const std::initializer_list<std::string_view> weight_words{"weight", "weights", "kernel", "gamma", "alpha",
                                                           "scale",  "gain",    "g",      "w"};
const std::initializer_list<std::string_view> bias_words{"bias", "biases", "beta", "shift", "b"};

/// What the last part of a tensor's name says.
struct Leaf {
    bool bias = false;
    std::string of_module{};  ///< a bare name without the word for weight or bias: "q" for "W_q" and "b_q"
};

/// The Annotated Transformer's LayerNorm has a_2 and b_2; elsewhere b_2 may be the bias that belongs to w_2.
bool is_annotated_norm(const std::string& leaf, const std::string& parent, const ForeignWeights& weights) {
    return leaf == "a_2" || (leaf == "b_2" && weights.find(parent + "a_2") != nullptr);
}

/// Whether a word joins a kind and a projection: "wq" is the weight of "q", "bq" its bias.
bool is_joined(const std::string& word, char kind) {
    return word.size() == 2 && word[0] == kind && std::string_view("qkvo").find(word[1]) != std::string_view::npos;
}

Leaf leaf_of(const std::string& leaf, const std::string& parent, const ForeignWeights& weights) {
    if (is_annotated_norm(leaf, parent, weights)) return {leaf == "b_2"};
    const Words words = words_of(leaf);
    if (words.size() == 1 && has_word(words, weight_words)) return {};
    if (words.size() == 1 && has_word(words, bias_words)) return {true};
    Leaf bare;
    for (const std::string& word : words) {
        const bool joined_bias = is_joined(word, 'b'), joined_weight = is_joined(word, 'w');
        if (joined_bias || has_word({word}, bias_words)) bare.bias = true;
        if (has_word({word}, {"bias", "biases", "b", "weight", "weights", "w"})) continue;
        // "layer_norm_scale" and "layer_norm_bias", "ln_g" and "ln_b".
        const bool ends = &word == &words.back() && words.size() > 1;
        if (ends && (has_word({word}, weight_words) || has_word({word}, bias_words))) continue;
        const std::string part = joined_bias || joined_weight ? word.substr(1) : word;
        bare.of_module += (bare.of_module.empty() ? "" : "_") + part;
    }
    if (bare.of_module.empty()) bare.of_module = leaf;
    return bare;
}

bool begins_with(const Words& words, std::string_view whole, std::string_view abbreviated) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return word.starts_with(whole) || word == abbreviated; });
}

/// The stack that a part of a path names; none if it names both, except that "decoder_encoder_attn" is the decoder's attention to
/// the encoder.
Stack stack_named(const Words& words) {
    const bool encoder = begins_with(words, "encoder", "enc"), decoder = begins_with(words, "decoder", "dec");
    if (encoder && decoder && begins_with({words.front()}, "decoder", "dec") && has_stem(words, {"attn", "attention"}))
        return Stack::decoder;
    if (encoder == decoder) return Stack::none;
    return encoder ? Stack::encoder : Stack::decoder;
}

/// Whether a part of a path lies within a layer or outside of the layers, so that no layer's number can follow.
bool ends_search(const Words& words) {
    return has_stem(words, {"attn", "attention", "mha", "norm", "emb", "feed", "ffn", "pos"}) ||
           has_word(words, {"ff", "mlp", "ln", "att", "linears"});
}

int number_in(const std::string& digits) {
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

/// Whether a part of a path is a list with the same part of every layer, such as "attentions.0.q_lin" and "norm1.0", and not a
/// list within one layer, as "ffn.0" and "norms.0" may be.
bool is_list_of_parts(const ForeignModule& module, std::size_t at) {
    const auto is_lone_number = [&](std::size_t i) {
        return i < module.parts.size() && module.parts[i].size() == 1 && is_number(module.parts[i][0]);
    };
    const Words& words = module.parts[at];
    if (module.stack == Stack::none || !is_lone_number(at + 1) || has_stem(words, {"emb", "pos"})) return false;
    const bool norm = has_stem(words, {"norm"}) || has_word(words, {"ln"});
    const bool of_sublayer =
        is_number(words.back()) || has_stem(words, {"attn", "attention", "ffn", "feed"}) || has_word(words, {"ff", "mlp"});
    if (norm) return of_sublayer;
    return at + 2 < module.parts.size() && !is_lone_number(at + 2) && module.parts[at] != Words{"linears"};
}

/// Takes the number after such a list as that of the layer. The list, without the name of the stack, then counts as a part within
/// the layer.
void take_from_list(ForeignModule& module, std::size_t at) {
    module.layer = number_in(module.parts[at + 1].back());
    Words list = module.parts[at];
    if (stack_named({list.front()}) == module.stack && list.size() > 1) list.erase(list.begin());
    module.inner = {list};
    module.inner.insert(module.inner.end(), module.parts.begin() + static_cast<std::ptrdiff_t>(at) + 2, module.parts.end());
}

/// Finds stack and layer: "model.encoder.layers.0.fc1" and "encoder_layer_0.fc1" are both in layer 0 of the encoder.
void find_layer(ForeignModule& module) {
    for (std::size_t i = 0; i < module.parts.size(); ++i) {
        const Words& words = module.parts[i];
        const bool of_layers = has_word(words, {"layer", "layers", "block", "blocks", "stack"});
        const bool ends = ends_search(words) && !of_layers;
        const Stack named = stack_named(words);
        if (module.stack == Stack::none) module.stack = named;
        if (ends && is_list_of_parts(module, i)) return take_from_list(module, i);
        if (ends) return;
        const bool counts = words.size() == 1 || of_layers || named != Stack::none;
        if (module.stack == Stack::none || words.empty() || !is_number(words.back()) || !counts) continue;
        module.layer = number_in(words.back());
        module.inner.assign(module.parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, module.parts.end());
        return;
    }
}

Words joined(const std::vector<Words>& parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// A stack of one layer may have no number. Its attention, feed-forward network and LayerNorms then get the number 0.
void number_lone_layers(std::vector<ForeignModule>& modules) {
    for (const Stack stack : {Stack::encoder, Stack::decoder}) {
        const auto numbered = [&](const ForeignModule& module) { return module.stack == stack && module.layer; };
        if (std::any_of(modules.begin(), modules.end(), numbered)) continue;
        for (ForeignModule& module : modules) {
            const Words words = module.words();
            const bool beside =
                has_stem(words, {"emb", "pos"}) || has_word(words, {"generator", "logits", "head", "fc_out", "final"});
            if (module.stack == stack && !beside) module.layer = 0;
        }
    }
}

}  // namespace

Words ForeignModule::inner_words() const { return joined(inner); }
Words ForeignModule::words() const { return joined(parts); }

std::string ForeignModule::shown() const {
    const NamedForeign& named = weight ? weight : bias;
    return in_quotes(named.name) + " " + shape_text(named.tensor->shape);
}

std::vector<ForeignModule> modules_of(const ForeignWeights& weights) {
    std::vector<ForeignModule> modules;
    std::map<std::string, std::size_t> known;
    for (const auto& [name, tensor] : weights.tensors) {
        std::string dotted = name;  // TensorFlow separates the parts of a name by slashes
        std::replace(dotted.begin(), dotted.end(), '/', '.');
        const auto dot = dotted.rfind('.');
        const std::string parent = dot == std::string::npos ? "" : dotted.substr(0, dot + 1), last = dotted.substr(parent.size());
        const Leaf leaf = leaf_of(last, parent, weights);
        const bool bare = !leaf.of_module.empty();
        const std::string path = bare ? parent + leaf.of_module : dotted.substr(0, parent.empty() ? 0 : dot);
        const auto slot = [&](ForeignModule& module) -> NamedForeign& { return leaf.bias ? module.bias : module.weight; };
        auto found = known.find(path + (bare ? "#" : ""));
        if (found == known.end() || slot(modules[found->second])) {
            found = known.insert_or_assign(path + (bare ? "#" : ""), modules.size()).first;
            modules.emplace_back();
        }
        ForeignModule& module = modules[found->second];
        slot(module) = {name, &tensor};
        if (!leaf.bias) module.weight_leaf = last;
        module.bare = bare;
        module.path = path;
    }
    for (ForeignModule& module : modules) {
        for (const std::string& part : parts_of(module.path)) module.parts.push_back(words_of(part));
        module.inner = module.parts;
        find_layer(module);
    }
    number_lone_layers(modules);
    return modules;
}

}  // namespace vitrine
