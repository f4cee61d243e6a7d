/// Damaged folders of Hugging Face's `transformers`: config.json, generation_config.json, the index of several files, and weights.

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/decode/generate.h"
#include "core/files/file.h"
#include "core/io/open_model.h"
#include "tests/fuzz/byte_changes.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/json_changes.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"
#include "tests/test_data.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Keys that the sound folders do not have, so that random changes also reach the code that reads these keys.
Json rarer_keys() {
    return {{"quantization_config", nullptr},
            {"rope_scaling", {{"type", "llama3"}, {"factor", 8.0}, {"low_freq_factor", 1}, {"high_freq_factor", 4}}},
            {"sliding_window", 4},
            {"use_sliding_window", true},
            {"layer_types", {"full_attention", "sliding_attention"}},
            {"num_local_experts", 1},
            {"position_embedding_type", "absolute"},
            {"forced_bos_token_id", 3},
            {"forced_eos_token_id", {2, 3}},
            {"bad_words_ids", {{4}, {5, 6}}},
            {"suppress_tokens", {7}},
            {"num_beams", 4},
            {"head_dim", 8},
            {"share_encoder_decoder_embeddings", true}};
}

/// Copies a family's folder without its reference, and damages one file. Returns that file's name.
std::string write_damaged_family(Random& random, const fs::path& folder) {
    const fs::path from = test_data(std::string("goldens/families/") + one_of(family_names(), random));
    std::vector<std::string> weights;
    for (const auto& file : fs::directory_iterator(from)) {
        const std::string name = file.path().filename().string();
        if (name == "reference.safetensors") continue;
        if (name.ends_with(".safetensors")) weights.push_back(name);
        fs::copy_file(file, folder / name);
    }
    const auto change_json = [&](const std::string& name) {
        Json json = parsed(read_file(folder / name));
        const Json rarer = rarer_keys();
        for (const auto& [key, value] : rarer.items())
            if (name.ends_with("config.json") && once_in(random, 4)) json[key] = value;
        write(folder / name, changed_text(json, random));
        return name;
    };
    const bool has_rules = fs::exists(folder / "generation_config.json");
    switch (below(random, 6)) {
        case 0: {
            std::sort(weights.begin(), weights.end());  // a folder lists its files in any order
            const std::string name = one_of(weights, random);
            std::string content = read_file(folder / name);
            change_bytes(content, random);
            write(folder / name, content);
            return name;
        }
        case 1:
            return change_json(has_rules ? "generation_config.json" : "config.json");
        case 2:
            return change_json(weights.size() > 1 ? "model.safetensors.index.json" : "config.json");
        default:
            return change_json("config.json");
    }
}

/// A folder's rules for generating may leave no next word. The refusal must then be a single line.
void use_family(const Model& model) {
    use_model(model);
    const Configuration& c = model.configuration;
    if (!c.has_decoder() || !c.logits || model.family.empty()) return;
    DecodeOptions options;
    options.max_new_tokens = 2;
    options.rules = model.rules;
    const IndexTensor& read = c.has_encoder() ? model.batch.src : model.batch.tgt;
    try {
        generate({c, model.parameters}, {read.data(), read.data() + read.size(1)}, options);
    } catch (const Error& error) {
        check_refusal(error.what(), "");
    }
}

Outcome attempt_family(Random& random, const fs::path& folder) {
    write_damaged_family(random, folder);
    // The folder may have become one of our own, or another family's. A refusal has to name something in the folder.
    return attempt(
        folder.string(), [&] { return open_model({.folder = folder}); }, use_family);
}

}  // namespace

const Kind families_kind{"families", attempt_family};

}  // namespace vitrine::fuzz
