/// Damaged configurations: a config.json by itself, in the folder of a model and for a training, and samples.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/json_text.h"
#include "core/io/configuration_json.h"
#include "core/io/model_folder.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/io/sample.h"
#include "tests/core/random_models.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/json_changes.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"
#include "tests/test_data.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json json_of(const Configuration& configuration) { return parsed(configuration_text(configuration)); }

/// In every second file, some values are another model's. Their types and ranges are right, but they may not fit together.
std::string damaged_configuration(const Configuration& sound, Random& random) {
    Json json = json_of(sound);
    for (const char* token : {"pad_src", "pad_tgt", "bos", "eos"})
        if (once_in(random, 6)) json[token] = nullptr;
    if (once_in(random, 2)) mix(json, json_of(tests::random_configuration(random)), random);
    return once_in(random, 6) ? json.dump() : changed_text(json, random);
}

void check_written(const Configuration& configuration) {
    const Configuration again = configuration_from(parse_json(configuration_text(configuration), "again"), "again");
    expect(again == configuration, "a configuration is not written as it was read");
}

Outcome attempt_alone(Random& random, const fs::path& folder) {
    const fs::path file = folder / "alone.json";
    write(file, damaged_configuration(tests::random_configuration(random), random));
    const auto use = [&](const Configuration& configuration) {
        check_written(configuration);
        if (is_small(configuration)) use_model(open_model({.configuration = file}));
    };
    return attempt(
        "alone.json", [&] { return read_configuration(file); }, use);
}

/// The weights stay as they were, so most changed sizes do not fit them.
Outcome attempt_in_folder(Random& random, const fs::path& folder) {
    const Model model = sound_model(random);
    write(folder / model_folder::configuration, damaged_configuration(model.configuration, random));
    write_parameters(folder / model_folder::weights, model.parameters);
    return attempt(
        folder.string() + "/", [&] { return open_model({.folder = folder}); }, use_model);
}

Outcome attempt_training(Random& random, const fs::path& folder) {
    const fs::path file = folder / "training.json";
    const Configuration task = tests::random_configuration(random);
    Json json = json_of(task);
    for (const char* decided : {"src_vocab_size", "pad_tgt", "eos"}) {
        if (once_in(random, 3)) json.erase(decided);
    }
    write(file, changed_text(json, random));
    return attempt(
        "training.json", [&] { return read_training_configuration(file, task, "the task"); }, check_written);
}

/// A sample whose weights are drawn.
Json drawn_sample(Random& random) {
    const Model model = sound_model(random);
    Json json{{"name", "by-hand"}, {"title", "T"}, {"text", "t"}, {"configuration", json_of(model.configuration)}};
    json["source_vocabulary"] = model.source_vocabulary.words();
    json["target_vocabulary"] = model.target_vocabulary.words();
    json["batch"] = parsed(R"({"src": [[1, 3, 2]], "tgt": ["<s> <unk>"], "labels": [[3, 2]]})");
    json["seed"] = 5;
    json["initialisation"] = "pytorch";
    if (once_in(random, 2)) {
        json["history"] = "by-hand.history.safetensors";
        json["card"] = parsed(R"({"learned_from": "a", "steps": 9, "minutes": 0.5, "machine": "m", "cannot": ["b"],
            "held_out": {"pairs": "p", "sentences": 1, "tokens": 2, "loss": 3, "token_accuracy": 0.5, "exact_match": 0, "bleu": 4},
            "good": [{"source": "s", "output": "o"}], "bad": [{"source": "s", "output": "o", "target": "t"}]})");
    }
    return json;
}

/// A built-in sample whose weights are written in the file: a Transformer or a single attention.
Json written_sample(Random& random) {
    const char* name = once_in(random, 2) ? "by-hand" : "two-heads";
    Json json = parsed(read_file(test_data("../assets/samples") / (std::string(name) + ".json")));
    json["name"] = "by-hand";
    return json;
}

/// Whether the sample's model can be opened quickly, or it has none.
bool asks_for_little(const std::string& text) {
    try {
        const auto json = parse_json(text, "");
        return !json.is_object() || !json.contains("configuration") || is_small(configuration_from(json["configuration"], ""));
    } catch (const Error&) {
        return true;
    }
}

Outcome attempt_sample(Random& random, const fs::path& folder) {
    const Json sound = once_in(random, 2) ? drawn_sample(random) : written_sample(random);
    const std::string text = changed_text(sound, random);
    const fs::path file = folder / "vitrine/samples/by-hand.json";  // the folder is the user's data folder
    fs::create_directories(file.parent_path());
    write(file, text);
    const auto samples = list_samples();
    const auto listed = std::ranges::find(samples, file, &SampleInfo::file);
    expect(listed != samples.end(), "the sample is not listed");
    if (!listed->problem.empty()) check_refusal(listed->problem, file.string());
    if (!asks_for_little(text)) return {};
    return attempt(
        file.string(), [] { return open_model({.sample = "by-hand"}); }, use_model);
}

Outcome attempt_configuration(Random& random, const fs::path& folder) {
    switch (below(random, 8)) {
        case 0:
        case 1:
            return attempt_in_folder(random, folder);
        case 2:
            return attempt_training(random, folder);
        case 3:
        case 4:
            return attempt_sample(random, folder);
        default:
            return attempt_alone(random, folder);
    }
}

}  // namespace

const Kind configurations_kind{"configurations", attempt_configuration};

}  // namespace vitrine::fuzz
