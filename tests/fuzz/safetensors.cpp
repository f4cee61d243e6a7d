/// Damaged safetensors: weights of a model, checkpoints, and files of any tensors.

#include "core/files/safetensors.h"

#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/io/checkpoint.h"
#include "core/io/configuration_json.h"
#include "core/io/model_folder.h"
#include "core/io/model_saving.h"
#include "core/io/open_model.h"
#include "core/io/parameters_file.h"
#include "core/train/trainer.h"
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

/// The parts of a file. `length` is the number before the header.
struct Parts {
    std::uint64_t length = 0;
    std::string header, data;

    std::string whole() const { return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + data; }
};

/// Requires: a sound file.
Parts parts_of(const std::string& content) {
    Parts parts;
    std::memcpy(&parts.length, content.data(), sizeof parts.length);
    parts.header = content.substr(sizeof parts.length, parts.length);
    parts.data = content.substr(sizeof parts.length + parts.length);
    return parts;
}

void set_header(Parts& parts, std::string text) {
    parts.header = std::move(text);
    parts.length = parts.header.size();
}

/// A tensor of the header, or its metadata.
Json& any_entry(Json& header, Random& random) {
    return *std::next(header.begin(), static_cast<std::ptrdiff_t>(below(random, header.size())));
}

/// Changes an entry in ways that may still fit its bytes.
void change_entry(Json& header, Random& random) {
    Json &entry = any_entry(header, random), &other = any_entry(header, random);
    if (!entry.contains("shape") || !other.contains("shape")) return;
    constexpr const char* types[] = {"F64", "F32", "BF16", "F16", "I32", "U8", "BOOL", "F8_E4M3", "I64"};
    switch (below(random, 7)) {
        case 0:
            return std::swap(entry["data_offsets"], other["data_offsets"]);
        case 1:
            return std::swap(entry, other);
        case 2:
            return std::swap(entry["shape"], other["shape"]);
        case 3:
            entry["dtype"] = one_of(types, random);
            return;
        case 4:
            entry["shape"].insert(entry["shape"].begin(), 1);
            return;
        case 5:
            header["between"] = {{"dtype", "F32"},
                                 {"shape", {0, 1ll << 40}},
                                 {"data_offsets", {entry["data_offsets"][0], entry["data_offsets"][0]}}};
            return;
        default:
            entry["data_offsets"][below(random, 2)] = below(random, 10'000);
    }
}

/// A text of the metadata is JSON itself.
void change_metadata(Json& header, Random& random) {
    if (!header.contains("__metadata__")) return;
    Json& text = any_entry(header["__metadata__"], random);
    if (once_in(random, 4) || !Json::accept(text.get<std::string>())) {
        std::string changed = text.get<std::string>();
        change_bytes(changed, random);
        text = changed;
    } else {
        text = changed_text(parsed(text.get<std::string>()), random);
    }
}

void change_length(Parts& parts, Random& random) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t whole = parts.header.size() + parts.data.size(), near = parts.length + below(random, 17) - 8;
    const std::uint64_t lengths[] = {0,           1,           near,       whole,      whole + 1, whole + 8,
                                     100'000'000, 100'000'001, 1ull << 31, 1ull << 63, most,      most - 7};
    parts.length = one_of(lengths, random);
}

std::string damaged(const std::string& content, Random& random) {
    Parts parts = parts_of(content);
    Json header = parsed(parts.header);
    switch (below(random, 8)) {
        case 0:
            change_length(parts, random);
            break;
        case 1:
        case 2:
            change_entry(header, random);
            set_header(parts, header.dump());
            break;
        case 3:
        case 4:
            change_metadata(header, random);
            set_header(parts, header.dump(-1, ' ', false, Json::error_handler_t::replace));
            break;
        case 5:
            change_bytes(once_in(random, 2) ? parts.data : parts.header, random);
            break;
        case 6: {
            std::string all = parts.whole();
            change_bytes(all, random);
            return all;
        }
        default:
            set_header(parts, changed_text(header, random));
    }
    return parts.whole();
}

/// The same numbers in all types that the format has.
std::string of_all_types() {
    Json header = Json::object();
    std::size_t at = 0;
    const auto add = [&](const char* type, std::size_t size) {
        header[type] = {{"dtype", type}, {"shape", {2, 1, 3}}, {"data_offsets", {at, at + 6 * size}}};
        at += 6 * size;
    };
    add("F64", 8), add("F32", 4), add("I32", 4), add("BF16", 2), add("F16", 2), add("U8", 1), add("BOOL", 1);
    Parts parts{.header = header.dump(), .data = std::string(at, '\1')};
    parts.length = parts.header.size();
    return parts.whole();
}

void read_numbers(const StoredTensors& stored) {
    for (const auto& [name, tensor] : stored.tensors) {
        std::vector<double> numbers(static_cast<std::size_t>(tensor.count()));
        copy_numbers(tensor, numbers.data());
    }
}

Outcome attempt_any(Random& random, const fs::path& folder) {
    constexpr const char* goldens[] = {"goldens/navigation/model.safetensors", "goldens/navigation/trace.safetensors"};
    const std::string content = once_in(random, 2) ? of_all_types() : read_file(test_data(one_of(goldens, random)));
    const fs::path file = folder / "any.safetensors";
    write(file, damaged(content, random));
    return attempt(
        "any.safetensors", [&] { return read_safetensors(file); }, read_numbers);
}

/// The weights in the folder of a model.
Outcome attempt_weights(Random& random, const fs::path& folder) {
    const Model model = sound_model(random);
    const fs::path file = folder / model_folder::weights;
    write(folder / model_folder::configuration, configuration_text(model.configuration));
    write_parameters(file, model.parameters);
    write(file, damaged(read_file(file), random));
    return attempt(
        model_folder::weights, [&] { return open_model({.folder = folder}); }, use_model);
}

Outcome attempt_checkpoint(Random& random, const fs::path& folder) {
    const Model model = sound_model(random);
    TrainingState state(model.configuration);
    state.parameters.assign(model.parameters);
    state.steps = 3;
    TrainingPlan plan;
    plan.data.name = "copy";
    save_checkpoint(folder, {model.configuration, model.source_vocabulary, model.target_vocabulary, plan, state, model.batch});
    const fs::path file = folder / model_folder::training;
    write(file, damaged(read_file(file), random));
    const auto go_on = [&](const Checkpoint& checkpoint) {
        Model trained;
        trained.configuration = checkpoint.configuration;
        trained.parameters = checkpoint.state->parameters.tensors();
        trained.source_vocabulary = checkpoint.source_vocabulary;
        trained.target_vocabulary = checkpoint.target_vocabulary;
        trained.batch = random_batch(checkpoint.configuration, 1);
        use_model(trained);
        expect(plan_from(plan_text(checkpoint.plan), "again") == checkpoint.plan, "the plan is not written as it was read");
    };
    return attempt(
        model_folder::training, [&] { return read_checkpoint(folder); }, go_on);
}

Outcome attempt_safetensors(Random& random, const fs::path& folder) {
    switch (below(random, 3)) {
        case 0:
            return attempt_any(random, folder);
        case 1:
            return attempt_weights(random, folder);
        default:
            return attempt_checkpoint(random, folder);
    }
}

}  // namespace

const Kind safetensors_kind{"safetensors", attempt_safetensors};

}  // namespace vitrine::fuzz
