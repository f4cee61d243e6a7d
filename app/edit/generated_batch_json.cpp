/// What a session keeps of the sentences from Generate, so that the strip above the views is there again after a restart.

#include <nlohmann/json.hpp>

#include "app/edit/generated_batch.h"
#include "app/run/edits_json.h"
#include "core/files/json_fields.h"

namespace vitrine {

namespace {

constexpr const char* generated_key = "generated";

/// An object as write_generated() writes it.
struct KeptGenerated {
    std::optional<GeneratedBatch> batch;
};

void read_json(const nlohmann::json& json, const std::string& where, KeptGenerated& kept) {
    kept.batch.reset();
    if (json.is_null()) return;
    require_keys(json, {"before", "sentences"}, where);
    GeneratedBatch batch;
    if (json.contains("before")) batch.before = edits_from(json["before"], where + ": 'before'").batch;
    const nlohmann::json& sentences = list_or_empty(json, "sentences", where);
    for (const nlohmann::json& one : sentences) {
        const std::string at = where + ": 'sentences'";
        require_keys(one, {"sentence", "words", "tokens"}, at);
        GeneratedSentence sentence;
        const FieldReader read(one, at);
        read("sentence", Required{sentence.sentence});
        read("words", Required{sentence.words});
        read("tokens", Required{sentence.tokens});
        batch.sentences.push_back(std::move(sentence));
    }
    if (!batch.sentences.empty()) kept.batch = std::move(batch);
}

}  // namespace

void write_generated(const State& state, FieldWriter& writer) {
    nlohmann::ordered_json& json = writer.object[generated_key];
    const std::vector<GeneratedBatch>& all = state.of<GeneratedBatches>().all;
    const bool is_read = !state.run && !all.empty();  // a file is being read, and its model is not open yet
    const GeneratedBatch* batch = is_read ? &all.back() : generated_batch(state);
    if (!batch) return;
    json["before"] = to_json(Edits{.batch = batch->before});
    json["sentences"] = nlohmann::ordered_json::array();
    for (const GeneratedSentence& one : batch->sentences)
        json["sentences"].push_back({{"sentence", one.sentence}, {"words", one.words}, {"tokens", one.tokens}});
}

void read_generated(State& state, const FieldReader& reader) {
    KeptGenerated kept;
    reader(generated_key, kept);
    if (!kept.batch || (state.run && !state.edits.batch)) return;
    kept.batch->batch = state.edits.batch;
    state.of<GeneratedBatches>().all = {std::move(*kept.batch)};
}

}  // namespace vitrine
