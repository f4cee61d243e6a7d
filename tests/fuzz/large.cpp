/// Files of 100 000 tensors, sound except for a name: reading them must not take quadratic time.

#include "core/against/matching.h"
#include "core/files/npz.h"
#include "core/files/npz_reading.h"
#include "core/files/safetensors.h"
#include "core/import/import.h"
#include "core/io/parameters_file.h"
#include "core/pass/transformer.h"
#include "core/trace/trace.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr int many = 100'000;

/// Names as models and traces have them; the number is that of a module, of a call or of nothing.
std::string large_name(int number, std::size_t form) {
    const std::string digits = std::to_string(number);
    switch (form) {
        case 0:
            return "transformer.encoder.layers.0.extra" + digits + ".weight";
        case 1:
            return "encoder.layers." + std::to_string(number % 100) + ".linear" + digits + ".b_2";
        case 2:
            return "embedding" + digits + ".weight";
        case 3:
            return number == 0 ? "module" : "module." + digits;
        default:
            return "encoder.layers.0.self_attn.scores#" + digits;
    }
}

/// One number under many names, after the parameters of a model.
std::vector<NamedTensor> many_tensors(const Tensor& number, const Model& model, Random& random) {
    std::vector<NamedTensor> tensors;
    for (const ParameterView& parameter : list_parameters(model.parameters)) tensors.push_back({parameter.name, parameter.tensor});
    const std::size_t form = below(random, 5);
    for (int i = 0; i < many; ++i) tensors.push_back({large_name(i, form), view(number)});
    return tensors;
}

Outcome attempt_tensors(const fs::path& file, StoredTensors (*read)(const fs::path&)) {
    const auto use = [](const StoredTensors& stored) { expect(stored.tensors.size() >= many, "tensors are missing"); };
    return attempt(
        file.filename().string(), [&] { return read(file); }, use);
}

Outcome attempt_trace(const fs::path& file, const Model& model) {
    Activations activations;
    forward(model.configuration, model.parameters, model.batch, activations);
    const Trace trace = make_trace(std::make_shared<const Outline>(make_outline(model.configuration)), activations);
    const auto use = [&](const RecordedTrace& recorded) {
        const MatchedTrace matched = match_trace(recorded, {model.configuration, model.parameters, model.batch, trace});
        expect(matched.pairs.size() + matched.left.size() >= many, "tensors are missing");
    };
    return attempt(
        file.filename().string(), [&] { return read_recorded_trace(file); }, use);
}

Outcome attempt_proposal(const fs::path& file) {
    std::vector<std::string> notes;
    return attempt(
        file.filename().string(), [&] { return propose_import({.file = file}, notes); },
        [](const Mapping& mapping) { expect(mapping.left.size() >= many / 2, "tensors are missing"); });
}

Outcome attempt_large(Random& random, const fs::path& folder) {
    Model model = sound_model(random);
    while (!model.configuration.is_transformer()) model = sound_model(random);
    Tensor number{Axis::item};
    number.resize({1});
    number.fill(1);
    const std::vector<NamedTensor> tensors = many_tensors(number, model, random);
    const fs::path archive = folder / "large.npz", file = folder / "large.safetensors";
    if (once_in(random, 4)) {
        write_npz(archive, tensors);
        return attempt_tensors(archive, read_npz);
    }
    write_safetensors(file, tensors);
    switch (below(random, 3)) {
        case 0:
            return attempt_tensors(file, read_safetensors);
        case 1:
            return attempt_trace(file, model);
        default:
            return attempt_proposal(file);
    }
}

}  // namespace

const Kind large_kind{.name = "large", .attempt = attempt_large, .in_how_many = 20};

}  // namespace vitrine::fuzz
