#include "core/io/sample.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/files/program.h"
#include "core/io/batch_file.h"
#include "core/io/configuration_json.h"
#include "core/io/parameters_file.h"
#include "core/io/weights_json.h"
#include "core/io/words/vocabulary_json.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"
#include "core/text/tokenizer/tokenizer_json.h"

namespace vitrine {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// The user's data folder. The XDG specification says to ignore relative paths.
std::optional<fs::path> user_data() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data && fs::path(data).is_absolute()) return fs::path(data);
    const char* home = std::getenv("HOME");
    if (home && fs::path(home).is_absolute()) return fs::path(home) / ".local/share";
    return std::nullopt;
}

/// Reads a sample's JSON and makes the checks that concern single fields.
Json read_sample(const fs::path& file) {
    Json sample = read_json(file);
    require_keys(sample,
                 {"name", "title", "text", "configuration", "source_vocabulary", "target_vocabulary", "batch", "seed",
                  "initialisation", "weights", "tokenizer", "history", "card"},
                 file.string());
    const std::string name = text_or_empty(sample, "name", file.string()), stem = file.stem().string();
    if (!name.empty() && name != stem) fail(file.string(), "'name' is " + shown(name) + ", it must be the file's, " + shown(stem));
    return sample;
}

std::optional<ModelCard> card_of(const Json& sample, const std::string& where) {
    if (!sample.contains("card")) return std::nullopt;
    return card_from(sample["card"], where + ": 'card'");
}

SampleInfo describe(const fs::path& file) {
    SampleInfo info{file.stem().string(), {}, {}, file, {}};
    try {
        const Json sample = read_sample(file);
        info.title = text_or_empty(sample, "title", file.string());
        info.text = text_or_empty(sample, "text", file.string());
        info.card = card_of(sample, file.string());
    } catch (const Error& error) {
        info.problem = error.what();
    }
    return info;
}

/// The file of every sample, by name.
std::map<std::string, fs::path> sample_files() {
    std::map<std::string, fs::path> files;
    for (const fs::path& folder : sample_folders()) {
        std::error_code unreadable;
        for (const auto& entry : fs::directory_iterator(folder, unreadable)) {
            const fs::path& file = entry.path();
            const bool is_tokenizer = file.stem().extension() == ".tokenizer";
            if (file.extension() == ".json" && !is_tokenizer) files.emplace(file.stem().string(), file);
        }
    }
    return files;
}

const Json& part(const Json& sample, const char* key, const std::string& where) {
    const auto found = sample.find(key);
    if (found == sample.end()) fail(where, std::string("'") + key + "' is missing");
    return *found;
}

Vocabulary vocabulary_of(const Json& sample, const char* key, std::pair<const char*, Size> size, const std::string& where) {
    if (!sample.contains(key)) return {};
    const std::string at = where + ": " + in_quotes(key);
    Vocabulary vocabulary = vocabulary_from(sample[key], at);
    check_size(vocabulary, size.first, size.second, at);
    return vocabulary;
}

/// The file beside the sample that a field names; empty: there is no such field.
fs::path file_beside(const fs::path& file, const Json& sample, const char* key) {
    const std::string name = text_or_empty(sample, key, file.string());
    if (sample.contains(key) && name.empty()) fail(file.string(), std::string("'") + key + "' is empty");
    return name.empty() ? fs::path() : file.parent_path() / name;
}

/// Reads the tokenizer, if there is one, and takes the vocabularies from it.
void take_tokenizer_of(const Json& sample, const fs::path& file, Model& model) {
    const fs::path path = file_beside(file, sample, "tokenizer");
    if (path.empty()) return;
    for (const char* key : {"source_vocabulary", "target_vocabulary"}) {
        if (sample.contains(key)) fail(file.string(), std::string("'") + key + "' has no use beside 'tokenizer'");
    }
    within(file.string() + ": 'tokenizer'", [&] {
        const Json json = read_json(path);
        within(path.string(), [&] { model.tokenizer = std::make_shared<const Tokenizer>(tokenizer_from(json)); });
        const auto take = [&](const char* field, Size size, Vocabulary& vocabulary) {
            if (size == 0) return;  // the vocabulary of a stack that the model lacks
            vocabulary = model.tokenizer->vocabulary();
            check_size(vocabulary, field, size, path.string());
        };
        take("src_vocab_size", model.configuration.src_vocab_size, model.source_vocabulary);
        take("tgt_vocab_size", model.configuration.tgt_vocab_size, model.target_vocabulary);
    });
}

InitialisationOptions initialisation_of(const Json& sample, const std::string& where) {
    const Json& seed = part(sample, "seed", where);
    if (!seed.is_number_unsigned()) fail(where, "'seed' is " + shown(seed) + ", it must be an integer of at least 0");
    const Json kind = sample.value("initialisation", Json("xavier"));
    if (kind != "xavier" && kind != "pytorch") {
        fail(where, "'initialisation' is " + shown(kind) + ", it must be one of \"xavier\", \"pytorch\"");
    }
    return {kind == "pytorch" ? Initialisation::pytorch : Initialisation::xavier, seed.get<std::uint64_t>()};
}

Parameters parameters_of(const Json& sample, const Configuration& configuration, const fs::path& file) {
    const std::string where = file.string();
    if (!sample.contains("weights")) {
        if (!sample.contains("seed")) fail(where, "'seed' or 'weights' is missing");
        return initialise(configuration, initialisation_of(sample, where));
    }
    for (const char* key : {"seed", "initialisation"}) {
        if (sample.contains(key)) fail(where, std::string("'") + key + "' has no use beside 'weights'");
    }
    const Json& weights = sample["weights"];
    const std::string at = where + ": 'weights'";
    if (weights.is_string()) {
        return within(at, [&] { return read_parameters(file.parent_path() / weights.get<std::string>(), configuration); });
    }
    if (!weights.is_object()) fail_field(at, "is " + shown(weights) + ", it must be an object or the name of a safetensors file");
    return parameters_from(weights_from(weights, at), configuration, at);
}

}  // namespace

std::vector<fs::path> sample_folders() {
    std::vector<fs::path> folders;
    if (const auto data = user_data()) folders.push_back(*data / "vitrine/samples");
    std::ranges::move(data_folders("samples", "assets/samples"), std::back_inserter(folders));
    return folders;
}

std::filesystem::path own_sample_folder() {
    if (const auto data = user_data()) return *data / "vitrine/samples";
    throw Error("there is no folder for samples of your own: neither XDG_DATA_HOME nor HOME is an absolute path");
}

bool sample_exists(const std::string& name) { return sample_files().contains(name); }

std::vector<SampleInfo> list_samples() {
    std::vector<SampleInfo> samples;
    for (const auto& [name, file] : sample_files()) samples.push_back(describe(file));
    return samples;
}

Model load_sample(const std::string& name) {
    const auto files = sample_files();
    const auto found = files.find(name);
    if (found == files.end()) {
        std::string available;
        std::vector<std::string> names;
        for (const auto& [known, file] : files) names.push_back(known);
        if (const std::string meant = did_you_mean(name, similar(name, names)); !meant.empty())
            fail("sample " + in_quotes(name), "there is no sample of that name" + meant);
        for (const auto& [known, file] : files) available += (available.empty() ? "" : ", ") + known;
        fail("sample " + in_quotes(name),
             "there is no sample of that name; there are " + (available.empty() ? "none at all" : available));
    }
    const fs::path& file = found->second;
    const std::string where = file.string();
    const Json sample = read_sample(file);

    Model model;
    model.name = name;
    model.title = text_or_empty(sample, "title", where);
    model.text = text_or_empty(sample, "text", where);
    model.configuration = configuration_from(part(sample, "configuration", where), where + ": 'configuration'");
    const Configuration& c = model.configuration;
    model.source_vocabulary = vocabulary_of(sample, "source_vocabulary", {"src_vocab_size", c.src_vocab_size}, where);
    model.target_vocabulary = vocabulary_of(sample, "target_vocabulary", {"tgt_vocab_size", c.tgt_vocab_size}, where);
    model.parameters = parameters_of(sample, c, file);
    take_tokenizer_of(sample, file, model);
    model.history = file_beside(file, sample, "history");  // the sample works without it
    model.card = card_of(sample, where);
    model.batch =
        batch_from(part(sample, "batch", where),
                   {c, model.source_vocabulary, model.target_vocabulary, &model.notes, model.tokenizer.get()}, where + ": 'batch'");
    return model;
}

}  // namespace vitrine
