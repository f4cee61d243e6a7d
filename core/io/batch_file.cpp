#include "core/io/batch_file.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/number_json.h"
#include "core/files/problem.h"
#include "core/files/stored_tensor.h"
#include "core/io/sentences.h"
#include "core/io/weights_json.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

std::int32_t token_from(const Json& token, WordReader& words, const std::string& where) {
    if (token.is_string()) return words.id(token.get_ref<const std::string&>(), where);
    if (!token.is_number_integer()) fail_field(where, "is " + shown(token) + ", it must be a token id or a word");
    using Limits = std::numeric_limits<std::int32_t>;
    const auto id = integer_in(token);
    if (!id || *id < Limits::min() || *id > Limits::max())
        fail_field(where, "is token " + shown(token) + ", outside any vocabulary");
    return static_cast<std::int32_t>(*id);
}

/// Without subwords, texts are split into words.
Sentence sentence_from(const Json& row, WordReader& words, SubwordReader* subwords, const std::string& where) {
    Sentence sentence;
    if (row.is_string() && subwords) {
        return within(where, [&] { return subwords->ids(row.get_ref<const std::string&>()); });
    }
    if (row.is_string()) {
        for (const auto word : split_at_spaces(row.get_ref<const std::string&>())) {
            sentence.push_back(words.id(word, where + "[" + std::to_string(sentence.size()) + "]"));
        }
        return sentence;
    }
    if (!row.is_array()) fail_field(where, "is " + shown(row) + ", it must be a sentence: a list of tokens or a text");
    for (const Json& token : row) {
        sentence.push_back(token_from(token, words, where + "[" + std::to_string(sentence.size()) + "]"));
    }
    return sentence;
}

/// Reads the sentences of one field, which must have the same length.
void read_tokens(const Json& rows, WordReader& words, SubwordReader* subwords, const std::string& where, IndexTensor& tokens) {
    if (!rows.is_array()) fail_field(where, "is " + shown(rows) + ", it must be a list of sentences");
    std::vector<Sentence> sentences;
    for (const Json& row : rows) {
        const std::string at = where + "[" + std::to_string(sentences.size()) + "]";
        sentences.push_back(sentence_from(row, words, subwords, at));
        const auto length = sentences.back().size(), expected = sentences.front().size();
        if (length != expected) {
            fail_field(at, "has " + std::to_string(length) + " tokens, the first sentence has " + std::to_string(expected) +
                               ": pad them to one length");
        }
    }
    if (sentences.empty() || sentences.front().empty()) fail_field(where, "is empty");
    pad_together(sentences, 0, tokens);
}

/// Reads the vectors of one attention alone: a list of vectors for each sentence.
void read_vectors(const Json& object, const char* field, const std::string& where, Tensor& vectors) {
    const std::string at = where + ": '" + field + "'";
    if (!object.contains(field)) fail_field(at, "is missing");
    const StoredTensors stored = weights_from(Json{{field, object[field]}}, where);
    const StoredTensor& numbers = stored.tensors.at(field);
    const bool fits = numbers.shape.size() == 3 && std::ranges::count(numbers.shape, Size(0)) == 0;
    if (!fits) fail_field(at, "must be a list of sentences, each of them a list of vectors");
    vectors.resize({numbers.shape[0], numbers.shape[1], numbers.shape[2]});
    copy_numbers(numbers, vectors.data());
}

/// The vectors as nested lists, as read_vectors() reads them.
nlohmann::ordered_json vectors_json(const Tensor& vectors) {
    auto sentences = nlohmann::ordered_json::array();
    for (Size b = 0; b < vectors.size(0); ++b) {
        auto& rows = sentences.emplace_back(nlohmann::ordered_json::array());
        for (Size l = 0; l < vectors.size(1); ++l) {
            auto& row = rows.emplace_back(nlohmann::ordered_json::array());
            for (Size i = 0; i < vectors.size(2); ++i) row.push_back(number_json(static_cast<double>(vectors.at({b, l, i}))));
        }
    }
    return sentences;
}

void check_keys(const Json& object, const Configuration& c, const std::string& where) {
    if (c.is_transformer()) return require_keys(object, {"src", "tgt", "labels"}, where);
    require_keys(object, {"src", "tgt", "query", "key", "value"}, where);
}

bool starts_as_json(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first == std::string_view::npos || text[first] == '{' || text[first] == '[';
}

}  // namespace

Batch batch_from(const Json& object, const BatchLanguage& language, const std::string& where) {
    check_keys(object, language.configuration, where);
    Batch batch;
    WordReader source(language.source), target(language.target);
    std::optional<SubwordReader> subwords;
    if (language.tokenizer) subwords.emplace(*language.tokenizer);
    const auto read = [&](const char* field, WordReader& words, IndexTensor& tokens) {
        const std::string at = where + ": '" + field + "'";
        if (!object.contains(field)) fail_field(at, "is missing");
        read_tokens(object[field], words, subwords ? &*subwords : nullptr, at, tokens);
    };
    read("src", source, batch.src);
    read("tgt", target, batch.tgt);
    if (object.contains("labels") && !object["labels"].is_null()) read("labels", target, batch.labels);
    if (!language.configuration.is_transformer()) {
        read_vectors(object, "query", where, batch.query);
        read_vectors(object, "key", where, batch.key);
        read_vectors(object, "value", where, batch.value);
    }
    note_unknown(source, target, language, where);
    if (subwords) note_lost(*subwords, language, where);
    within(where, [&] { check(batch, language.configuration); });
    return batch;
}

std::string batch_text(const Batch& batch) {
    const auto sentences = [](const IndexTensor& tokens) {
        auto list = nlohmann::ordered_json::array();
        for (Size i = 0; i < tokens.size(0); ++i) {
            const std::int32_t* first = tokens.data() + i * tokens.size(1);
            list.push_back(std::vector<std::int32_t>(first, first + tokens.size(1)));
        }
        return list;
    };
    nlohmann::ordered_json object{{"src", sentences(batch.src)}, {"tgt", sentences(batch.tgt)}};
    if (!batch.labels.empty()) object["labels"] = sentences(batch.labels);
    if (!batch.query.empty()) object["query"] = vectors_json(batch.query);
    if (!batch.key.empty()) object["key"] = vectors_json(batch.key);
    if (!batch.value.empty()) object["value"] = vectors_json(batch.value);
    return object.dump() + '\n';
}

Batch read_batch(const std::filesystem::path& path, const BatchLanguage& language) {
    const std::string text = read_file(path), where = path.string();
    if (path.extension() == ".tsv" || (path.extension() != ".json" && !starts_as_json(text))) {
        return batch_from_tsv(text, language, where);
    }
    return batch_from(parse_json(text, where), language, where);
}

}  // namespace vitrine
