#include <algorithm>

#include "core/text/plain_text.h"
#include "core/text/tokenizer/json_parts.h"
#include "core/text/tokenizer/parts_json.h"
#include "core/text/tokenizer/vocabulary_ids.h"

namespace vitrine {

namespace {

/// All tokens and ids, in order of ids. Appended directly, without searching for duplicate keys.
OrderedTokenizerJson ids_of(const Vocabulary& vocabulary) {
    OrderedTokenizerJson::object_t tokens;
    const auto& words = vocabulary.words();
    tokens.reserve(words.size());
    for (std::size_t id = 0; id < words.size(); ++id) {
        if (!words[id].empty()) tokens.OrderedTokenizerJson::object_t::Container::emplace_back(words[id], id);
    }
    return tokens;
}

/// A merge: ["Ġ", "t"], or "Ġ t" in older files.
std::pair<std::string, std::string> pair_from(const TokenizerJson& merge, const std::string& field) {
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string()) return {merge[0], merge[1]};
    if (merge.is_string()) {
        const auto& text = merge.get_ref<const std::string&>();
        const auto space = text.find(' ');
        if (space != std::string::npos && text.find(' ', space + 1) == std::string::npos) {
            return {text.substr(0, space), text.substr(space + 1)};
        }
    }
    refuse_field(field, merge, "it must be a list of two tokens");
}

std::vector<std::pair<std::string, std::string>> merges_in(const TokenizerJson& list, const std::string& path) {
    if (!list.is_array()) refuse_field(path, list, "it must be a list");
    std::vector<std::pair<std::string, std::string>> merges;
    for (const TokenizerJson& merge : list) merges.push_back(pair_from(merge, path + "[" + std::to_string(merges.size()) + "]"));
    return merges;
}

std::vector<std::pair<std::string, double>> scores_in(const TokenizerJson& list, const std::string& path) {
    if (!list.is_array()) refuse_field(path, list, "it must be a list of tokens and their scores");
    std::vector<std::pair<std::string, double>> scores;
    for (const TokenizerJson& item : list) {
        if (!item.is_array() || item.size() != 2 || !item[0].is_string() || !item[1].is_number()) {
            refuse_field(path + "[" + std::to_string(scores.size()) + "]", item, "it must be a list of a token and its score");
        }
        scores.emplace_back(item[0].get_ref<const std::string&>(), item[1].get<double>());
    }
    return scores;
}

/// The merges by ids. BpeModel finds the results of the merges.
std::vector<BpePair> ids_of_merges(const ModelLists& lists, const std::string& path, const Vocabulary& vocabulary) {
    std::vector<BpePair> merges;
    merges.reserve(lists.merges.size());
    for (const auto& [left, right] : lists.merges) {
        const auto left_id = vocabulary.id(left), right_id = vocabulary.id(right);
        if (!left_id || !right_id) {
            refuse_field(path + "[" + std::to_string(merges.size()) + "]", TokenizerJson::array({left, right}),
                         "but " + in_quotes(left_id ? right : left) + " is not in the vocabulary");
        }
        merges.push_back({*left_id, *right_id});
    }
    return merges;
}

BpeModel bpe_from(PartReader& reader, ModelLists lists) {
    BpeOptions options;
    reader.only("dropout", {0.0}, "the same text always becomes the same tokens");
    reader("unk_token", options.unknown);
    reader("continuing_subword_prefix", options.continuing_prefix);
    reader("end_of_word_suffix", options.end_suffix);
    reader("fuse_unk", options.fuse_unknown);
    reader("byte_fallback", options.byte_fallback);
    reader("ignore_merges", options.ignore_merges);
    reader.finish();
    Vocabulary vocabulary = vocabulary_from_ids(std::move(lists.ids), reader.name("vocab"));
    std::vector<BpePair> merges = ids_of_merges(lists, reader.name("merges"), vocabulary);
    try {
        return BpeModel(std::move(vocabulary), std::move(merges), std::move(options));
    } catch (const Error& error) {
        throw Error(in_quotes(reader.name("merges")) + ": " + error.what());
    }
}

WordPieceModel word_piece_from(PartReader& reader, ModelLists lists) {
    WordPieceOptions options;
    reader("unk_token", options.unknown);
    reader("continuing_subword_prefix", options.continuing_prefix);
    reader("max_input_chars_per_word", options.longest_word);
    reader.finish();
    return WordPieceModel(vocabulary_from_ids(std::move(lists.ids), reader.name("vocab")), std::move(options));
}

UnigramModel unigram_from(PartReader& reader, ModelLists lists) {
    std::optional<std::int32_t> unknown;
    bool byte_fallback = false;
    reader("unk_id", unknown);
    reader("byte_fallback", byte_fallback);
    reader.finish();
    std::vector<std::string> words;
    std::vector<double> scores;
    for (auto& [word, score] : lists.scores) {
        words.push_back(std::move(word));
        scores.push_back(score);
    }
    try {
        return UnigramModel(Vocabulary(std::move(words)), std::move(scores), unknown, byte_fallback);
    } catch (const Error& error) {
        throw Error(in_quotes(reader.name("unk_id")) + ": " + error.what());
    }
}

OrderedTokenizerJson merges_of(const BpeModel& model) {
    OrderedTokenizerJson list = OrderedTokenizerJson::array();
    for (const BpePair& pair : model.merges()) {
        list.push_back({model.vocabulary().word(pair.left), model.vocabulary().word(pair.right)});
    }
    return list;
}

OrderedTokenizerJson or_null(const std::string& text) { return text.empty() ? OrderedTokenizerJson() : OrderedTokenizerJson(text); }

OrderedTokenizerJson written(const BpeModel& model) {
    const BpeOptions& options = model.options();
    return {{"type", "BPE"},
            {"dropout", nullptr},
            {"unk_token", options.unknown ? OrderedTokenizerJson(*options.unknown) : OrderedTokenizerJson()},
            {"continuing_subword_prefix", or_null(options.continuing_prefix)},
            {"end_of_word_suffix", or_null(options.end_suffix)},
            {"fuse_unk", options.fuse_unknown},
            {"byte_fallback", options.byte_fallback},
            {"ignore_merges", options.ignore_merges},
            {"vocab", ids_of(model.vocabulary())},
            {"merges", merges_of(model)}};
}

OrderedTokenizerJson written(const WordPieceModel& model) {
    return {{"type", "WordPiece"},
            {"unk_token", model.options().unknown},
            {"continuing_subword_prefix", model.options().continuing_prefix},
            {"max_input_chars_per_word", model.options().longest_word},
            {"vocab", ids_of(model.vocabulary())}};
}

OrderedTokenizerJson written(const UnigramModel& model) {
    OrderedTokenizerJson list = OrderedTokenizerJson::array();
    for (std::size_t id = 0; id < model.scores().size(); ++id) {
        list.push_back(OrderedTokenizerJson::array({model.vocabulary().words()[id], model.scores()[id]}));
    }
    return {{"type", "Unigram"},
            {"unk_id", model.unknown() ? OrderedTokenizerJson(*model.unknown()) : OrderedTokenizerJson()},
            {"vocab", std::move(list)},
            {"byte_fallback", model.byte_fallback()}};
}

OrderedTokenizerJson written(const SentencePieceModel&) {
    throw Error("a tokenizer of SentencePiece models is not one that tokenizer.json can hold");
}

/// The kind of a model. Older files do not name it.
std::string kind_of_model(const TokenizerJson& json, const std::string& path) {
    if (!json.is_object()) refuse_field(path, json, "it must be an object { … }");
    if (json.contains("type")) return type_of(json, path);
    if (json.contains("merges")) return "BPE";
    const auto vocabulary = json.find("vocab");
    return vocabulary != json.end() && vocabulary->is_array() ? "Unigram" : "WordPiece";
}

}  // namespace

ModelLists lists_in(const TokenizerJson& json, const std::string& path) {
    const std::string kind = kind_of_model(json, path);
    PartReader reader(json, path);
    ModelLists lists;
    if (kind == "Unigram") {
        lists.scores = scores_in(reader.at("vocab"), reader.name("vocab"));
    } else if (kind == "BPE" || kind == "WordPiece") {
        lists.ids = ids_in(reader.at("vocab"), reader.name("vocab"));
        if (kind == "BPE") lists.merges = merges_in(reader.at("merges"), reader.name("merges"));
    }
    return lists;
}

SubwordModel model_from(const TokenizerJson& json, const std::string& path, ModelLists lists) {
    const std::string kind = kind_of_model(json, path);
    PartReader reader(json, path);
    for (const char* read_already : {"type", "vocab"}) reader.at(read_already);
    if (kind == "BPE") reader.at("merges");
    if (kind == "BPE") return bpe_from(reader, std::move(lists));
    if (kind == "WordPiece") return word_piece_from(reader, std::move(lists));
    if (kind == "Unigram") return unigram_from(reader, std::move(lists));
    refuse_field(path + ".type", json.at("type"), "which is not supported, only BPE, WordPiece and Unigram");
}

OrderedTokenizerJson json_of(const SubwordModel& model) {
    return std::visit([](const auto& kind) { return written(kind); }, model);
}

}  // namespace vitrine
