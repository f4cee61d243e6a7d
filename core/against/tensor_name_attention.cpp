#include <algorithm>

#include "core/against/tensor_name_parts.h"

namespace vitrine {

namespace {

/// Whether a word only says that something belongs to an attention, or to which one.
bool is_of_attention(const std::string& word) {
    static const std::set<std::string> words{"self",       "slf",           "cross",          "src",       "enc",       "encoder",
                                             "encdec",     "dec",           "attn",           "attention", "att",       "mha",
                                             "multi",      "multihead",     "inter",          "hook",      "layer",     "mem",
                                             "attentions", "selfattention", "crossattention", "selfattn",  "crossattn", "memory",
                                             "block",      "module",        "sublayer",       "causal"};
    return words.contains(word);
}

bool names_mask(const std::string& word) { return word == "masked" || word == "causal"; }

bool names_attention(const Words& words) { return has_stem(words, {"attn", "attention", "mha"}) || has_word(words, {"att"}); }

/// The words that say what a name means within an attention. In a module's name, "masked" says which attention it is; in a
/// tensor's name, it says what the tensor is: "masked_attention.scores" are the scores of a masked attention.
Words within_attention(const std::vector<Words>& parts) {
    Words leaf;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const bool module = part + 1 < parts.size() || names_attention(parts[part]);
        std::ranges::copy_if(parts[part], std::back_inserter(leaf),
                             [&](const std::string& word) { return !is_of_attention(word) && !(module && names_mask(word)); });
    }
    return leaf;
}

std::vector<NameGuess> grid_guesses() { return {{NamedPart::weights}, {NamedPart::scores}, {NamedPart::masked_scores}}; }

/// The possible outputs of a module that is an attention, or is called like one; the shape decides.
std::vector<NameGuess> guesses_of_attention(bool itself) {
    std::vector<NameGuess> guesses = grid_guesses();
    guesses.push_back({NamedPart::context, 1});
    guesses.push_back({NamedPart::attention_output});
    if (!itself) guesses.push_back({NamedPart::merged, 1});
    return guesses;
}

/// The list of four projections in The Annotated Transformer.
std::vector<NameGuess> numbered_projection(int number) {
    static constexpr NamedPart parts[] = {NamedPart::query, NamedPart::key, NamedPart::value, NamedPart::attention_output};
    if (number < 0 || number > 3) return {};
    return {{parts[number]}};
}

}  // namespace

Words joined_words(const std::vector<Words>& parts) {
    Words all;
    for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

Words module_words(const std::vector<Words>& parts) {
    Words words = joined_words(parts);
    const bool of_module = parts.empty() || names_attention(parts.back()) || parts.back().size() == words.size();
    if (!of_module && has_word(parts.back(), {"masked"})) {
        words.resize(words.size() - parts.back().size());
        std::ranges::copy_if(parts.back(), std::back_inserter(words), [](const std::string& word) { return word != "masked"; });
    }
    return words;
}

NamedAttention attention_named(const Words& words, bool decoder) {
    if (!decoder) return NamedAttention::self;
    const bool attention = has_stem(words, {"attn", "attention", "mha", "att"});
    if (has_word(words, {"cross", "encdec", "inter", "crossattention", "crossattn", "xattn"})) return NamedAttention::cross;
    // "masked_multihead_attention" is what the paper calls the first one.
    if (has_word(words, {"multihead"}) && !has_word(words, {"self", "slf", "masked", "causal"})) return NamedAttention::cross;
    if (attention && has_word(words, {"src", "enc", "encoder", "memory", "mem", "source"})) return NamedAttention::cross;
    if (has_word(words, {"self", "slf", "selfattention", "selfattn", "masked", "causal", "tgt", "target"}))
        return NamedAttention::self;
    // "attn1", "attn2"; "mha.2": the second one is the cross-attention.
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (has_stem({words[i]}, {"attn", "attention", "mha"}) && words[i + 1] == "2") return NamedAttention::cross;
    }
    return NamedAttention::self;
}

bool of_attention(const Words& words, bool decoder) {
    if (has_stem(words, {"attn", "attention", "mha"}) || has_word(words, {"att", "self", "slf", "encdec"})) return true;
    if (decoder && has_word(words, {"cross", "inter", "masked", "causal"})) return true;
    return !words.empty() && has_word({words.back()}, {"q", "k", "v", "query", "key", "value", "queries", "keys", "values"});
}

std::vector<NameGuess> attention_guesses(const std::vector<Words>& parts) {
    const Words all = joined_words(parts);
    const Words leaf = within_attention(parts);
    const bool own_part = parts.size() > 1 && leaf.empty();  // "self_attn.attn"
    if (leaf.empty() || (leaf.size() == 1 && is_number(leaf[0]))) return guesses_of_attention(!own_part);
    if (has_word(leaf, {"linears", "projections"})) return numbered_projection(last_number(leaf).value_or(-1));
    const Words last = {leaf.back()};
    if (has_word(leaf, {"resid", "residual"})) return {{NamedPart::dropped_output}};
    if (has_word(leaf, {"dropout", "drop", "dropped"})) return {{NamedPart::dropped_output}, {NamedPart::dropped_weights}};
    if (has_word(leaf, {"mask"}) && leaf.size() == 1) return {};
    const bool shares = has_word(leaf, {"probs", "prob", "probabilities", "pattern", "softmax", "alpha", "alphas", "dist", "map",
                                        "maps", "p", "weights", "weight", "coefficients"});
    if (has_word(leaf, {"masked"}) && !shares) return {{NamedPart::masked_scores}};
    if (has_word(leaf, {"scores", "score", "logits", "logit", "energy", "energies", "dots", "sim", "similarity", "qk", "products"}))
        return {{NamedPart::scores}, {NamedPart::masked_scores}, {NamedPart::weights}};
    if (shares) return grid_guesses();
    if (has_word(leaf, {"q", "query", "queries", "qs", "xq", "wq", "toq"})) return {{NamedPart::query}};
    if (has_word(leaf, {"k", "key", "keys", "ks", "xk", "wk", "tok"})) return {{NamedPart::key}};
    if (has_word(leaf, {"v", "value", "values", "vs", "xv", "wv", "tov"})) return {{NamedPart::value}};
    // "w_concat" is the matrix after the heads, W_O.
    if (has_word(leaf, {"w", "linear", "lin"}) && has_word(leaf, {"concat", "o", "out", "output"}))
        return {{NamedPart::attention_output}};
    if (has_word(leaf, {"merged", "concat", "concatenated", "combined", "cat", "joined"}))
        return {{NamedPart::merged}, {NamedPart::context, 1}};
    if (has_word(leaf, {"context", "contexts", "ctx", "z", "x", "mixed", "heads", "attended", "weighted"}))
        return {{NamedPart::merged}, {NamedPart::context, 1}};
    if (has_word(leaf, {"out", "output", "outputs", "o", "wo", "proj", "dense", "fc", "result", "final"}))
        return {{NamedPart::attention_output}, {NamedPart::context, 1}};
    return {};
}

}  // namespace vitrine
