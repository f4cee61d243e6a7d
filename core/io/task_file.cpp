#include "core/io/task_file.h"

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/io/training_json.h"
#include "core/io/words/sentence_pairs.h"
#include "core/text/split.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;

/// One side of a pair; throws Error if it has no words.
std::string side_of(std::string_view text, const char* side, const std::string& where) {
    if (split_at_spaces(text).empty()) fail(where, std::string("the ") + side + " is empty");
    return std::string(text);
}

const Json& list_in(const Json& json, const std::string& where) {
    if (json.is_array()) return json;
    const auto found = json.is_object() ? json.find("batches") : json.end();
    if (found == json.end() || !found->is_array()) {
        fail(where,
             "a list of batches {src, tgt, labels} is expected, or an object with such a list under 'batches', not " + shown(json));
    }
    return *found;
}

/// A batch for training. Throws Error, which begins with `at`.
Batch taught_batch(const Json& json, const BatchLanguage& language, const std::string& at) {
    Batch batch = batch_from(json, language, at);
    if (batch.labels.empty()) fail(at, "'labels' is missing: without labels there is nothing to learn");
    return batch;
}

}  // namespace

FileContent read_with_fingerprint(const std::filesystem::path& path) {
    std::string text = read_file(path);
    std::string fingerprint = fingerprint_of(text);
    return {std::move(text), std::move(fingerprint)};
}

ParallelText parallel_text_from(std::string_view text, TextUnit unit, const std::string& where) {
    for (const SentencePair& pair : split_pairs(text, where)) {
        for (const std::string_view side : {pair.source, pair.target}) within(pair.where, [&] { split_into_characters(side); });
    }
    ParallelText result = parallel_bytes_from(text, where);
    result.unit = unit;
    return result;
}

ParallelText parallel_bytes_from(std::string_view text, const std::string& where) {
    ParallelText result;
    result.name = std::filesystem::path(where).filename().string();
    for (const SentencePair& pair : split_pairs(text, where)) {
        result.lines.emplace_back(side_of(pair.source, "source", pair.where), side_of(pair.target, "target", pair.where));
        result.numbers.push_back(pair.number);
    }
    return result;
}

std::vector<Batch> batches_from(std::string_view text, const BatchLanguage& language, const std::string& where) {
    const Json json = parse_json(text, where);
    if (json.is_object() && json.contains("labels")) return {taught_batch(json, language, where)};
    const Json& list = list_in(json, where);
    if (list.empty()) fail(where, "no batches");
    std::vector<Batch> batches;
    for (const Json& entry : list)
        batches.push_back(taught_batch(entry, language, where + ": batch [" + std::to_string(batches.size()) + "]"));
    return batches;
}

}  // namespace vitrine
