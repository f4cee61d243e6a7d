/// Damaged files of other programs: PyTorch's zip files and their pickles, NumPy's archives, mappings, and models under other
/// names.

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "core/files/file.h"
#include "core/files/npz.h"
#include "core/files/npz_reading.h"
#include "core/foreign/weights_file.h"
#include "core/import/import.h"
#include "core/import/mapping_json.h"
#include "core/io/parameters_file.h"
#include "tests/fuzz/byte_changes.h"
#include "tests/fuzz/draws.h"
#include "tests/fuzz/json_changes.h"
#include "tests/fuzz/sound.h"
#include "tests/fuzz/trial.h"
#include "tests/test_data.h"
#include "tests/zip_writing.h"

namespace vitrine::fuzz {

namespace {

namespace fs = std::filesystem;

constexpr const char* torch_files[] = {"state.pt", "protocol4.pt", "checkpoint.pt", "parts.pt", "module.pt"};

/// Inserts opcodes into a pickle, or puts them in place of other bytes.
void change_pickle(std::string& pickle, Random& random) {
    constexpr std::string_view opcodes = "()]}tesauqrhjRbQcNKMJXU.\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8f\x90\x93\x94\x95";
    for (std::size_t i = 0; i < 1 + below(random, 3); ++i) {
        const std::size_t at = below(random, pickle.size());
        if (once_in(random, 3)) pickle.insert(at, 1, one_of(opcodes, random));
        if (!once_in(random, 3)) pickle[at] = one_of(opcodes, random);
    }
}

void read_all(const ForeignWeights& weights) {
    for (const auto& [name, tensor] : weights.tensors) numbers_of(tensor);
}

/// A zip file with a damaged part; the zip format itself is intact.
void write_damaged_parts(const fs::path& file, Random& random) {
    ZipEntries entries = read_zip(test_data("pytorch") / one_of(torch_files, random));
    for (auto& [name, content] : entries) {
        const bool pickle = std::string_view(name).ends_with(".pkl");
        if (pickle && !once_in(random, 4)) once_in(random, 2) ? change_pickle(content, random) : change_bytes(content, random);
        if (!pickle && once_in(random, 8) && !content.empty()) change_bytes(content, random);
    }
    if (once_in(random, 8)) entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(below(random, entries.size())));
    write_archive(file, entries, once_in(random, 2) ? ZipPacking::stored : ZipPacking::deflated);
}

Outcome attempt_torch(Random& random, const fs::path& folder) {
    const fs::path file = folder / "model.pt";
    if (once_in(random, 3)) {
        std::string content = read_file(test_data("pytorch") / one_of(torch_files, random));
        change_bytes(content, random);
        write(file, content);
    } else {
        write_damaged_parts(file, random);
    }
    return attempt(
        "model.pt", [&] { return read_foreign_weights(file); }, read_all);
}

Outcome attempt_arrays(Random& random, const fs::path& folder) {
    const fs::path file = folder / "trace.npz";
    Tensor numbers{Axis::position, Axis::feature};
    numbers.resize({3, 4});
    numbers.fill(1);
    IndexTensor ids{Axis::position};
    ids.resize({5});
    ids.fill(2);
    write_npz(file, {{"a", view(numbers)}, {"ids", view(ids)}}, {{"axes", R"({"a": ["item"]})"}});
    if (once_in(random, 3)) {
        std::string content = read_file(file);
        change_bytes(content, random);
        write(file, content);
    } else {
        ZipEntries entries = read_zip(file);
        change_bytes(entries[below(random, entries.size())].second, random);
        write_archive(file, entries);
    }
    const auto read_numbers = [](const StoredTensors& stored) {
        for (const auto& [name, tensor] : stored.tensors) {
            std::vector<double> all(static_cast<std::size_t>(tensor.count()));
            copy_numbers(tensor, all.data());
        }
    };
    return attempt(
        "trace.npz", [&] { return read_npz(file); }, read_numbers);
}

/// Answers to all possible questions.
ImportAnswers answers() {
    return {{ImportQuestion::heads, {"1"}},
            {ImportQuestion::activation, {"relu"}},
            {ImportQuestion::norm, {"post"}},
            {ImportQuestion::layer_norm, {"torch"}},
            {ImportQuestion::eps, {"1e-5"}},
            {ImportQuestion::scale_embedding, {"yes"}},
            {ImportQuestion::positions, {"table"}},
            {ImportQuestion::weights, {"out-in"}},
            {ImportQuestion::pad_src, {"0"}},
            {ImportQuestion::begin, {"0"}},
            {ImportQuestion::end, {"0"}}};
}

/// A sound model whose tensors lose their shapes and names, or its mapping.
Outcome attempt_model(Random& random, const fs::path& folder) {
    const Model model = sound_model(random);
    const fs::path file = folder / "model.safetensors", map = folder / "mapping.json";
    write_parameters(file, model.parameters);
    ImportRequest request{.file = file, .given = answers()};
    if (model.configuration.positions == PositionKind::sinusoidal) request.given[ImportQuestion::positions] = {"sinusoidal"};
    if (!model.configuration.is_transformer()) return {};
    if (once_in(random, 2)) {
        std::vector<std::string> notes;
        nlohmann::ordered_json json = parsed(mapping_text(propose_import(request, notes)));
        write(map, changed_text(json, random));
        request.map = map;
    } else {
        const std::string content = read_file(file);
        std::uint64_t length = 0;
        std::copy_n(content.data(), sizeof length, reinterpret_cast<char*>(&length));
        std::string header = content.substr(sizeof length, length);
        const std::string numbers = content.substr(sizeof length + length);
        change_bytes(header, random);
        length = header.size();
        write(file, std::string(reinterpret_cast<const char*>(&length), sizeof length) + header + numbers);
    }
    const auto use = [](const ImportedModel& imported) { expect(!imported.mapping.entries.empty(), "nothing was imported"); };
    return attempt(
        request.map ? "" : "model.safetensors", [&] { return import_model(request); }, use);
}

Outcome attempt_import(Random& random, const fs::path& folder) {
    switch (below(random, 4)) {
        case 0:
            return attempt_arrays(random, folder);
        case 1:
            return attempt_model(random, folder);
        default:
            return attempt_torch(random, folder);
    }
}

}  // namespace

const Kind imports_kind{"imports", attempt_import};

}  // namespace vitrine::fuzz
