#include "core/io/batch_file.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/io/sentences.h"

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

bool starts_as_json(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first == std::string_view::npos || text[first] == '{' || text[first] == '[';
}

}  // namespace

Batch batch_from(const Json& object, const BatchLanguage& language, const std::string& where) {
    require_keys(object, {"src", "tgt", "labels"}, where);
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
