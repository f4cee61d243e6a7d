#include "core/text/tokenizer_json.h"

#include <nlohmann/json.hpp>

namespace vitrine {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson byte_level(const TextRules& rules) {
    return {{"type", "ByteLevel"}, {"add_prefix_space", rules.leading_space}, {"trim_offsets", true}, {"use_regex", true}};
}

OrderedJson added_tokens(const Tokenizer& tokenizer) {
    OrderedJson list = OrderedJson::array();
    for (const AddedToken& token : tokenizer.added()) {
        list.push_back({{"id", token.id},
                        {"content", token.content},
                        {"single_word", false},
                        {"lstrip", false},
                        {"rstrip", false},
                        {"normalized", token.normalized},
                        {"special", token.special}});
    }
    return list;
}

/// All tokens and ids, in order of ids. Appended directly, without searching for duplicate keys.
OrderedJson vocabulary(const BpeModel& model) {
    OrderedJson::object_t tokens;
    const auto& words = model.vocabulary().words();
    tokens.reserve(words.size());
    for (std::size_t id = 0; id < words.size(); ++id) tokens.Container::emplace_back(words[id], id);
    return tokens;
}

OrderedJson merges(const BpeModel& model) {
    OrderedJson list = OrderedJson::array();
    for (const BpePair& pair : model.merges()) {
        list.push_back({model.vocabulary().word(pair.left), model.vocabulary().word(pair.right)});
    }
    return list;
}

}  // namespace

std::string tokenizer_text(const Tokenizer& tokenizer) {
    const OrderedJson bpe{{"type", "BPE"},
                          {"dropout", nullptr},
                          {"unk_token", nullptr},
                          {"continuing_subword_prefix", nullptr},
                          {"end_of_word_suffix", nullptr},
                          {"fuse_unk", false},
                          {"byte_fallback", false},
                          {"ignore_merges", false},
                          {"vocab", vocabulary(tokenizer.model())},
                          {"merges", merges(tokenizer.model())}};
    const OrderedJson all{{"version", "1.0"},
                          {"truncation", nullptr},
                          {"padding", nullptr},
                          {"added_tokens", added_tokens(tokenizer)},
                          {"normalizer", tokenizer.rules().nfkc ? OrderedJson{{"type", "NFKC"}} : OrderedJson()},
                          {"pre_tokenizer", byte_level(tokenizer.rules())},
                          {"post_processor", nullptr},
                          {"decoder", byte_level(tokenizer.rules())},
                          {"model", bpe}};
    return all.dump(2);
}

}  // namespace vitrine
