#include "core/io/batch_file.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/number_json.h"
#include "core/files/problem.h"
#include "core/files/stored_tensor.h"
#include "core/io/weights_json.h"
#include "core/io/words/sentences.h"
#include "core/text/plain_text.h"

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

/// How the tokens of one field are read.
struct Reading {
    WordReader& words;
    SubwordReader* subwords;
    bool fills_up = false;     ///< shorter sentences are filled up; otherwise all must have the same length
    bool may_be_null = false;  ///< null and −100 stand for no label
};

/// Without subwords, texts are split into words.
Sentence sentence_from(const Json& row, const Reading& reading, const std::string& where) {
    WordReader& words = reading.words;
    Sentence sentence;
    if (row.is_string() && reading.subwords) {
        return within(where, [&] { return reading.subwords->ids(row.get_ref<const std::string&>()); });
    }
    if (row.is_string()) {
        for (const auto word : split_at_spaces(row.get_ref<const std::string&>())) {
            sentence.push_back(words.id(word, where + "[" + std::to_string(sentence.size()) + "]"));
        }
        return sentence;
    }
    if (!row.is_array()) fail_field(where, "is " + shown(row) + ", it must be a sentence: a list of tokens or a text");
    for (const Json& token : row) {
        const bool no_label = reading.may_be_null && (token.is_null() || token == -100);
        const std::string at = where + "[" + std::to_string(sentence.size()) + "]";
        sentence.push_back(no_label ? filler : token_from(token, words, at));
        // In memory, this id fills up shorter rows.
        if (!no_label && sentence.back() == filler)
            fail_field(at, "is token " + std::to_string(filler) + ", outside any vocabulary");
    }
    return sentence;
}

/// Reads the sentences of one field. Returns their lengths.
std::vector<std::size_t> read_tokens(const Json& rows, const Reading& reading, const std::string& where, IndexTensor& tokens) {
    if (!rows.is_array()) fail_field(where, "is " + shown(rows) + ", it must be a list of sentences");
    std::vector<Sentence> sentences;
    for (const Json& row : rows) {
        const std::string at = where + "[" + std::to_string(sentences.size()) + "]";
        sentences.push_back(sentence_from(row, reading, at));
        const auto length = sentences.back().size(), expected = sentences.front().size();
        if (length == 0 && reading.fills_up) fail_field(at, "is empty");
        if (length != expected && !reading.fills_up) {
            fail_field(at, "has " + std::to_string(length) + " tokens, the first sentence has " + std::to_string(expected) +
                               ": pad them to one length");
        }
    }
    if (sentences.empty() || sentences.front().empty()) fail_field(where, "is empty");
    pad_together(sentences, reading.fills_up ? filler : 0, tokens);
    std::vector<std::size_t> lengths;
    for (const Sentence& sentence : sentences) lengths.push_back(sentence.size());
    return lengths;
}

/// Checks that a row has as many labels or segments as tokens. Only null may follow, which fills up rows of labels.
void check_row_lengths(const IndexTensor& tokens, const std::vector<std::size_t>& lengths, const std::vector<std::size_t>& rows,
                       const std::string& at, const char* field) {
    for (std::size_t i = 0; i < std::min(lengths.size(), rows.size()); ++i) {
        bool fits = lengths[i] >= rows[i];
        for (std::size_t k = rows[i]; k < lengths[i]; ++k)
            fits = fits && tokens.at({static_cast<Size>(i), static_cast<Size>(k)}) == filler;
        if (fits) continue;
        fail_field(at + "[" + std::to_string(i) + "]", "has " + std::to_string(lengths[i]) + ", " + in_quotes(field) + "[" +
                                                           std::to_string(i) + "] has " + std::to_string(rows[i]) + " tokens");
    }
}

/// Reads the vectors of one attention alone: a list of vectors for each sentence.
void read_vectors(const Json& object, const char* field, const std::string& where, Tensor& vectors) {
    const std::string at = where + ": " + in_quotes(field);
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

/// The number of a class that is given by its name or number. null and −100 stand for none.
std::int32_t class_of(const Json& label, const Vocabulary* names, const std::string& at) {
    if (label.is_null()) return filler;
    if (label.is_string()) {
        const auto named = names ? names->id(label.get<std::string>()) : std::nullopt;
        if (!named) fail_field(at, "is " + shown(label) + ", which is no class of this model");
        return *named;
    }
    const auto number = integer_in(label);
    if (number == -100) return filler;
    if (!number || *number < 0 || *number > std::numeric_limits<std::int32_t>::max())
        fail_field(at, "is " + shown(label) + ", it must be the number or the name of a class, or null");
    return static_cast<std::int32_t>(*number);
}

/// Reads a class for each sentence, perhaps as a list of one.
void read_classes(const Json& list, const Vocabulary* names, const std::string& at, IndexTensor& labels) {
    if (!list.is_array() || list.empty()) fail_field(at, "must be a list with a class for each sentence");
    labels.resize({static_cast<Size>(list.size()), 1});
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json& label = list[i].is_array() && list[i].size() == 1 ? list[i][0] : list[i];
        labels.data()[i] = class_of(label, names, at + "[" + std::to_string(i) + "]");
    }
}

void check_keys(const Json& object, const Configuration& c, const std::string& where) {
    if (c.segment_kinds > 0) return require_keys(object, {"src", "tgt", "labels", "segments"}, where);
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
    std::optional<SubwordReader> subwords, target_subwords;
    if (language.tokenizer) subwords.emplace(*language.tokenizer);
    if (language.target_tokenizer) target_subwords.emplace(*language.target_tokenizer);
    const auto subwords_of = [&](const WordReader& words) -> SubwordReader* {
        if (&words == &target && target_subwords) return &*target_subwords;
        return subwords ? &*subwords : nullptr;
    };
    const Configuration& c = language.configuration;
    const auto has = [&](const char* field) { return object.contains(field) && !object[field].is_null(); };
    std::map<std::string, std::vector<std::size_t>> lengths;
    const auto read = [&](const char* field, WordReader& words, std::int32_t padding, IndexTensor& tokens) {
        const std::string at = where + ": " + in_quotes(field);
        if (!object.contains(field)) fail_field(at, "is missing");
        const bool fills_up = padding == filler, labels = std::string_view(field) == "labels";
        lengths[field] = read_tokens(object[field], {words, subwords_of(words), fills_up, fills_up && labels}, at, tokens);
    };
    const bool alone = !c.is_transformer();
    if (alone || c.has_encoder() || has("src")) read("src", source, c.pad_src, batch.src);
    if (alone || c.has_decoder() || has("tgt")) read("tgt", target, c.pad_tgt, batch.tgt);
    if (has("labels") && c.classes > 0) {
        read_classes(object["labels"], language.classes, where + ": 'labels'", batch.labels);
    } else if (has("labels")) {
        read("labels", c.has_decoder() ? target : source, c.output_padding(), batch.labels);
    }
    if (has("segments")) {
        const Vocabulary ids;
        WordReader numbers(ids);
        read("segments", numbers, c.pad_src, batch.segments);
    }
    const char* const labelled = c.has_decoder() ? "tgt" : "src";
    if (has("labels") && c.classes == 0 && c.output_padding() == filler)
        check_row_lengths(batch.labels, lengths["labels"], lengths[labelled], where + ": 'labels'", labelled);
    if (has("segments")) check_row_lengths(batch.segments, lengths["segments"], lengths["src"], where + ": 'segments'", "src");
    if (!language.configuration.is_transformer()) {
        read_vectors(object, "query", where, batch.query);
        read_vectors(object, "key", where, batch.key);
        read_vectors(object, "value", where, batch.value);
    }
    note_unknown(source, target, language, where);
    if (subwords) note_lost(*subwords, language, where);
    if (target_subwords) note_lost(*target_subwords, language, where);
    within(where, [&] { check(batch, language.configuration); });
    return batch;
}

std::string batch_text(const Batch& batch) {
    // Rows that were filled up are written as short as they were read; within a row of labels, null stands for no label.
    const auto sentences = [](const IndexTensor& tokens) {
        auto list = nlohmann::ordered_json::array();
        for (Size i = 0; i < tokens.size(0); ++i) {
            const std::span row(tokens.data() + i * tokens.size(1), static_cast<std::size_t>(tokens.size(1)));
            auto& ids = list.emplace_back(nlohmann::ordered_json::array());
            for (const std::int32_t id : row) ids.push_back(id == filler ? nlohmann::ordered_json() : nlohmann::ordered_json(id));
        }
        return list;
    };
    const auto without_filler = [&](const IndexTensor& tokens) {
        auto list = sentences(tokens);
        for (auto& ids : list)
            while (!ids.empty() && ids.back().is_null()) ids.erase(ids.size() - 1);
        return list;
    };
    auto object = nlohmann::ordered_json::object();
    if (!batch.src.empty()) object["src"] = without_filler(batch.src);
    if (!batch.tgt.empty()) object["tgt"] = without_filler(batch.tgt);
    if (!batch.labels.empty()) object["labels"] = sentences(batch.labels);
    if (!batch.segments.empty()) object["segments"] = without_filler(batch.segments);
    if (!batch.query.empty()) object["query"] = vectors_json(batch.query);
    if (!batch.key.empty()) object["key"] = vectors_json(batch.key);
    if (!batch.value.empty()) object["value"] = vectors_json(batch.value);
    return object.dump() + '\n';
}

namespace {

bool is_tsv(const std::filesystem::path& path, std::string_view text) {
    return path.extension() == ".tsv" || (path.extension() != ".json" && !starts_as_json(text));
}

}  // namespace

bool holds_pairs(const std::filesystem::path& path) { return is_tsv(path, read_file(path)); }

Batch read_batch(const std::filesystem::path& path, const BatchLanguage& language) {
    const std::string text = read_file(path), where = path.string();
    if (is_tsv(path, text)) return batch_from_tsv(text, language, where);
    return batch_from(parse_json(text, where), language, where);
}

}  // namespace vitrine
