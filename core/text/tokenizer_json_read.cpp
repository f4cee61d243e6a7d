#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/tensor/error.h"
#include "core/text/tokenizer_json.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// A value for an error message: short, on one line.
std::string quoted(const Json& value) {
    constexpr std::size_t longest = 60;
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() > longest ? text.substr(0, longest) + "…" : text;
}

[[noreturn]] void refuse(const std::string& field, const Json& value, const std::string& predicate) {
    throw Error("'" + field + "' is " + quoted(value) + ", " + predicate);
}

/// An object of the file and its path of keys.
class Fields {
public:
    Fields(const Json& object, std::string path, std::initializer_list<std::string_view> known)
        : object_(object), path_(std::move(path)) {
        if (!object.is_object()) refuse(path_.empty() ? "the file" : path_, object, "it must be an object { … }");
        for (const auto& item : object.items()) {
            if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
            throw Error("'" + name(item.key()) + "' is not supported: what it would change is not known here");
        }
    }

    std::string name(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

    /// The value of a key; null if it is missing.
    const Json& at(const char* key) const {
        static const Json none;
        const auto found = object_.find(key);
        return found == object_.end() ? none : *found;
    }

    /// Throws Error unless the value is missing, null or one of those with the same meaning.
    void only_null(const char* key, const std::string& why, std::initializer_list<Json> also = {}) const {
        const Json& value = at(key);
        if (value.is_null() || std::find(also.begin(), also.end(), value) != also.end()) return;
        refuse(name(key), value, "which is not supported, only null: " + why);
    }

    bool truth(const char* key, bool otherwise) const {
        const Json& value = at(key);
        if (value.is_null()) return otherwise;
        if (!value.is_boolean()) refuse(name(key), value, "it must be true or false");
        return value.get<bool>();
    }

    void only(const char* key, bool expected, const std::string& why) const {
        if (truth(key, expected) == expected) return;
        refuse(name(key), at(key), std::string("which is not supported, only ") + (expected ? "true" : "false") + ": " + why);
    }

    const Json& list(const char* key) const {
        const Json& value = at(key);
        if (!value.is_array()) refuse(name(key), value, "it must be a list");
        return value;
    }

private:
    const Json& object_;
    const std::string path_;
};

/// The "type" of an object; throws Error where it is not supported.
void require_type(const Json& object, const std::string& path, const std::string& type, const std::string& why) {
    const std::string field = path + ".type";
    if (!object.is_object()) refuse(path, object, "which is not supported, only an object of the type " + type + ": " + why);
    const auto found = object.find("type");
    if (found == object.end()) throw Error("'" + field + "' is missing, it must be " + type + ": " + why);
    if (*found != type) refuse(field, *found, "which is not supported, only " + type + ": " + why);
}

/// Checks the fields of ByteLevel, which are the same wherever it occurs. trim_offsets has no effect on tokens.
Fields byte_level(const Json& object, const std::string& path, const std::string& why) {
    require_type(object, path, "ByteLevel", why);
    Fields fields(object, path, {"type", "add_prefix_space", "trim_offsets", "use_regex"});
    for (const char* key : {"add_prefix_space", "trim_offsets", "use_regex"}) fields.truth(key, true);
    return fields;
}

TextRules rules_from(const Fields& file) {
    TextRules rules;
    const Json& normalizer = file.at("normalizer");
    rules.nfkc = !normalizer.is_null();
    if (rules.nfkc) {
        require_type(normalizer, "normalizer", "NFKC", "a text is put into that form, or taken as it stands (null)");
        Fields(normalizer, "normalizer", {"type"});
    }
    const Fields words =
        byte_level(file.at("pre_tokenizer"), "pre_tokenizer", "tokens are of bytes, within words as GPT-2 cuts them");
    words.only("use_regex", true, "words are cut as GPT-2 does");
    rules.leading_space = words.truth("add_prefix_space", true);
    byte_level(file.at("decoder"), "decoder", "tokens are of bytes");
    const Json& afterwards = file.at("post_processor");
    if (!afterwards.is_null()) byte_level(afterwards, "post_processor", "no tokens are added around a text");
    return rules;
}

std::int32_t id_from(const Json& value, const std::string& field) {
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    const bool huge = value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t(largest);
    const std::int64_t id = value.is_number_integer() && !huge ? value.get<std::int64_t>() : -1;
    if (id < 0 || id > largest) refuse(field, value, "it must be an id");
    return static_cast<std::int32_t>(id);
}

std::vector<AddedToken> added_from(const Fields& file) {
    std::vector<AddedToken> added;
    if (file.at("added_tokens").is_null()) return added;
    for (const Json& item : file.list("added_tokens")) {
        const std::string path = "added_tokens[" + std::to_string(added.size()) + "]";
        const Fields token(item, path, {"id", "content", "single_word", "lstrip", "rstrip", "normalized", "special"});
        if (!token.at("content").is_string()) refuse(path + ".content", token.at("content"), "it must be a text");
        for (const char* key : {"single_word", "lstrip", "rstrip"}) {
            token.only(key, false, "an added token is found wherever it stands, and nothing but it is taken");
        }
        added.push_back({id_from(token.at("id"), path + ".id"), token.at("content").get<std::string>(),
                         token.truth("special", false), token.truth("normalized", !token.truth("special", false))});
    }
    return added;
}

Vocabulary vocabulary_from_ids(const Json& vocab) {
    if (!vocab.is_object()) refuse("model.vocab", vocab, "it must be an object { … } of tokens and their ids");
    std::vector<std::string> words(vocab.size());
    std::vector<bool> taken(vocab.size());
    for (const auto& item : vocab.items()) {
        const std::string field = "model.vocab." + item.key();
        const auto id = static_cast<std::size_t>(id_from(item.value(), field));
        if (item.key().empty()) throw Error("'model.vocab' has an empty token");
        if (id >= words.size()) refuse(field, item.value(), "but there are only " + std::to_string(words.size()) + " tokens");
        if (taken[id]) refuse(field, item.value(), "which is also the id of '" + words[id] + "'");
        taken[id] = true;
        words[id] = item.key();
    }
    return Vocabulary(std::move(words));
}

/// A merge: ["Ġ", "t"], or "Ġ t" in older files.
std::pair<std::string, std::string> pair_from(const Json& merge, const std::string& field) {
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) return {merge[0], merge[1]};
    if (merge.is_string()) {
        const auto& text = merge.get_ref<const std::string&>();
        const auto space = text.find(' ');
        if (space != std::string::npos && text.find(' ', space + 1) == std::string::npos) {
            return {text.substr(0, space), text.substr(space + 1)};
        }
    }
    refuse(field, merge, "it must be a list of two tokens");
}

std::vector<BpePair> merges_from(const Json& list, const Vocabulary& vocabulary) {
    std::vector<BpePair> merges;
    for (const Json& merge : list) {
        const std::string field = "model.merges[" + std::to_string(merges.size()) + "]";
        const auto [left, right] = pair_from(merge, field);
        const auto left_id = vocabulary.id(left), right_id = vocabulary.id(right);
        if (!left_id || !right_id) refuse(field, merge, "but '" + (left_id ? right : left) + "' is not in the vocabulary");
        if (!vocabulary.id(left + right)) refuse(field, merge, "but '" + left + right + "' is not in the vocabulary");
        merges.push_back({*left_id, *right_id});
    }
    return merges;
}

BpeModel model_from(const Json& json) {
    if (json.is_object() && json.contains("type")) require_type(json, "model", "BPE", "pieces are put together by merges");
    const Fields model(json, "model",
                       {"type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk",
                        "byte_fallback", "ignore_merges", "vocab", "merges"});
    model.only_null("dropout", "the same text always becomes the same tokens", {0.0});
    model.only_null("unk_token", "bytes without a token are dropped, and how many is said");
    model.only_null("continuing_subword_prefix", "tokens are bytes and nothing else", {""});
    model.only_null("end_of_word_suffix", "tokens are bytes and nothing else", {""});
    model.truth("fuse_unk", false);  // concerns the unknown token only
    model.only("byte_fallback", false, "all tokens are of bytes already");
    model.only("ignore_merges", false, "every word is put together by its merges");
    Vocabulary vocabulary = vocabulary_from_ids(model.at("vocab"));
    std::vector<BpePair> merges = merges_from(model.list("merges"), vocabulary);
    try {
        return BpeModel(std::move(vocabulary), std::move(merges));
    } catch (const Error& error) {
        throw Error(std::string("'model.merges': ") + error.what());
    }
}

}  // namespace

Tokenizer tokenizer_from(const Json& json) {
    const Fields file(
        json, "",
        {"version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer", "post_processor", "decoder", "model"});
    if (file.at("version") != "1.0") refuse("version", file.at("version"), "only \"1.0\" is supported");
    file.only_null("truncation", "a text is encoded to its end");
    file.only_null("padding", "a text is encoded as it is");
    BpeModel model = model_from(file.at("model"));  // first, since an unsupported model is the clearest message
    const TextRules rules = rules_from(file);
    std::vector<AddedToken> added = added_from(file);
    try {
        return Tokenizer(std::move(model), std::move(added), rules);
    } catch (const Error& error) {
        throw Error(std::string("'added_tokens': ") + error.what());
    }
}

}  // namespace vitrine
