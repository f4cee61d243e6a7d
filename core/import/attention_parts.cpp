#include "core/import/attention_parts.h"

#include <algorithm>

namespace vitrine {

namespace {

constexpr std::string_view letters = "qkv";

/// The projection that a single word names, or 0.
char letter_of(const std::string& word) {
    if (has_word({word}, {"q", "qs", "wq", "wqs", "query", "queries", "toq"})) return 'q';
    if (has_word({word}, {"k", "ks", "wk", "wks", "key", "keys", "tok"})) return 'k';
    if (has_word({word}, {"v", "vs", "wv", "wvs", "value", "values", "tov"})) return 'v';
    return 0;
}

bool has_attention_stem(const Words& words) {
    return has_stem(words, {"attn", "attention", "mha", "multihead"}) ||
           has_word(words, {"att", "sa", "ca", "self", "slf", "cross"});
}

bool names_heads(const Words& words) { return has_word(words, {"heads", "head", "h"}); }

/// The number in the name of a plain attention: "attn2", "sublayers.1.to_q".
int number_of_attention(const ForeignModule& module) {
    for (const Words& part : module.inner) {
        if (has_attention_stem(part)) return last_number(part).value_or(-1);
    }
    for (std::size_t i = 0; i < module.inner.size(); ++i) {
        const Words& part = module.inner[i];
        const bool counts_heads = i > 0 && names_heads(module.inner[i - 1]);
        if (part.size() == 1 && is_number(part[0]) && !counts_heads) return *last_number(part);
    }
    return -1;
}

/// The head that a module belongs to: "heads.3.query"; −1 if it belongs to all.
int head_of(const ForeignModule& module) {
    const Words words = module.inner_words();
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (names_heads({words[i]}) && is_number(words[i + 1])) return *last_number({words[i + 1]});
    }
    return -1;
}

const char* const only_one = "the only matrix left in the attention";

/// Matrices that only their numbers tell apart: four in one list are W_Q, W_K, W_V and W_O, as in The Annotated Transformer, and
/// so are three in a list and one beside it.
void take_numbered(std::vector<const ForeignModule*>& unnamed, AttentionParts& parts) {
    const bool annotated =
        std::all_of(unnamed.begin(), unnamed.end(), [](const ForeignModule* m) { return has_word(m->inner_words(), {"linears"}); });
    const auto number = [](const ForeignModule* m) { return m->inner.empty() ? std::nullopt : last_number(m->inner.back()); };
    std::stable_sort(unnamed.begin(), unnamed.end(), [&](const ForeignModule* a, const ForeignModule* b) {
        return number(a).value_or(1'000'000) < number(b).value_or(1'000'000);
    });
    const bool numbered = unnamed.size() == 4 && number(unnamed[0]) && number(unnamed[1]) && number(unnamed[2]);
    if (!numbered) return;
    const Certainty certainty = annotated ? Certainty::sure : Certainty::guessed;
    const std::string why = annotated ? "" : "by its number among four";
    for (std::size_t i = 0; i < 3; ++i) parts.projections[i] = {{unnamed[i], certainty, why}};
    parts.output = {unnamed[3], certainty, why};
    unnamed.clear();
}

void take_output(std::vector<const ForeignModule*>& unnamed, AttentionParts& parts) {
    if (parts.output || unnamed.size() != 1) return;
    const bool named = names_output(unnamed[0]->inner_words());
    parts.output = {unnamed[0], named ? Certainty::sure : Certainty::guessed, named ? "" : only_one};
    unnamed.clear();
}

/// The parts of a name up to the one that names an attention; all parts if none does.
std::vector<Words> up_to_attention(const ForeignModule& module) {
    const auto stem = std::find_if(module.inner.begin(), module.inner.end(), has_attention_stem);
    return {module.inner.begin(), stem == module.inner.end() ? stem : stem + 1};
}

AttentionLabel plain_label(const ForeignModule& module, const std::vector<Words>& parts) {
    AttentionLabel label{AttentionLabel::Kind::plain, number_of_attention(module)};
    if (label.number >= 0 || !names_attention(module)) return label;
    label.depth = parts.size() - 1;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        for (const std::string& word : parts[i]) label.within += word + '.';
    }
    return label;
}

}  // namespace

bool names_output(const Words& words) {
    return has_word(words, {"o", "out", "output", "wo", "fc", "dense", "concat", "unify", "unifyheads", "merge", "combine", "final",
                            "proj", "projection"});
}

bool names_attention(const ForeignModule& module) { return has_attention_stem(module.inner_words()); }

std::string packed_order_of(const Words& words) {
    std::string order;
    for (const std::string& word : words) {
        for (const std::string_view name : {"qkv", "kqv", "qvk", "kvq", "vqk", "vkq", "kv", "vk"}) {
            if (word == name || word == "w" + std::string(name) || word == "to" + std::string(name)) return std::string(name);
        }
        if (const char letter = letter_of(word); letter != 0 && order.find(letter) == std::string::npos) order += letter;
    }
    if (order.size() > 1) return order;
    const bool torch = has_word(words, {"in"}) && has_word(words, {"proj"});
    const bool gpt = has_word(words, {"c"}) && has_word(words, {"attn"}) && !has_word(words, {"proj"});
    return order.empty() && (torch || gpt) ? "qkv" : "";
}

char projection_named(const Words& words) {
    char named = 0;
    for (const std::string& word : words) {
        if (const char letter = letter_of(word); letter != 0) named = letter;
    }
    return named;
}

AttentionLabel attention_label(const ForeignModule& module) {
    using K = AttentionLabel::Kind;
    const Words all = module.inner_words();
    if (!names_attention(module) && projection_named(all) == 0 && packed_order_of(all).empty()) return {};
    // In BERT's "attention.self.query", the part after "attention" does not say that it is self-attention.
    const std::vector<Words> parts = up_to_attention(module);
    Words words;
    for (const Words& part : parts) words.insert(words.end(), part.begin(), part.end());
    if (has_stem(words, {"cross", "encdec", "xattn", "xattention"}) || has_word(words, {"ca"})) return {K::cross};
    if (has_word(words, {"self", "slf", "masked", "causal", "sa"}) || has_stem(words, {"selfatt"})) return {K::self};
    if (has_word(words, {"enc", "encoder", "src", "source", "memory", "mem", "inter", "context"})) return {K::cross};
    if (has_word(words, {"dec", "decoder", "tgt", "trg", "target"})) return {K::self};
    return plain_label(module, parts);
}

AttentionParts attention_of(const std::vector<const ForeignModule*>& modules, std::vector<const ForeignModule*>& left) {
    AttentionParts parts;
    std::array<std::map<int, const ForeignModule*>, 3> heads;
    std::vector<const ForeignModule*> unnamed;
    for (const ForeignModule* module : modules) {
        const Words words = module->inner_words();
        const std::string order = packed_order_of(words);
        const char letter = projection_named(words);
        if (!order.empty()) {
            (module->weight ? parts.packed : parts.packed_bias) = {module};
            if (module->weight) parts.packed_order = order;
        } else if (letter != 0) {
            const auto [at, is_new] = heads[letters.find(letter)].emplace(head_of(*module), module);
            if (!is_new) left.push_back(module);
        } else {
            unnamed.push_back(module);
        }
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        for (const auto& [head, module] : heads[i]) parts.projections[i].push_back({module});
    }
    // GPT-2's cross-attention calls its keys and values c_attn, too.
    if (parts.packed && parts.packed_order == "qkv" && !heads[0].empty()) parts.packed_order = "kv";
    if (!parts.packed && heads[0].empty()) take_numbered(unnamed, parts);
    take_output(unnamed, parts);
    if (!parts.output) {
        const auto named =
            std::find_if(unnamed.begin(), unnamed.end(), [](const auto* m) { return names_output(m->inner_words()); });
        if (named != unnamed.end()) parts.output = {*named}, unnamed.erase(named);
    }
    left.insert(left.end(), unnamed.begin(), unnamed.end());
    return parts;
}

}  // namespace vitrine
