#include "core/foreign/weights_file.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "core/files/npz_reading.h"
#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/files/zip_reading.h"
#include "core/foreign/torch_file.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

constexpr std::string_view parallel = "module.", compiled = "_orig_mod.";

ForeignWeights from(const StoredTensors& stored) {
    ForeignWeights weights;
    weights.contents.push_back(stored.content);
    for (const auto& [name, tensor] : stored.tensors) weights.tensors.emplace_back(name, foreign(tensor));
    return weights;
}

/// Empty for a pipe, which can be read only once.
std::string beginning_of(const std::filesystem::path& path) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return {};
    std::ifstream file(path, std::ios::binary);
    std::string beginning(32, '\0');
    file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return beginning;
}

/// A zip file is NumPy's if it contains arrays, otherwise PyTorch's.
bool holds_arrays(const std::filesystem::path& path) {
    const ZipFile zip(path);
    const auto& names = zip.names();
    return std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.ends_with(".npy"); });
}

/// Refuses files that can be recognised by their beginning, and gives the line that converts them.
void refuse_others(const std::filesystem::path& path, std::string_view beginning) {
    const std::string where = path.string(), name = path.filename().string();
    if (beginning.size() > 8 && beginning[8] == '{') return;  // safetensors, whatever length stands before
    if (is_old_torch_file(beginning)) {
        fail(where, "is of the format before PyTorch 1.6; this line converts it: torch.save(torch.load(\"" + name + "\"), \"" +
                        name + "\")");
    }
    if (beginning.starts_with('\x80'))
        fail(where, "is a bare pickle; torch.save(model.state_dict(), \"model.pt\") writes what is read");
    if (beginning.starts_with("\x89HDF")) fail(where, "is an HDF5 file, which is not read; safetensors and PyTorch's files are");
    if (beginning.starts_with("GGUF")) fail(where, "is a GGUF file, which is not read; safetensors and PyTorch's files are");
}

using ReadSafetensors = StoredTensors (*)(const std::filesystem::path&);

ForeignWeights read_any(const std::filesystem::path& path, ReadSafetensors read) {
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown)) fail(path.string(), "is a folder; the file with the weights is wanted");
    if (is_zip(path)) return holds_arrays(path) ? from(read_npz(path)) : read_torch_file(path);
    refuse_others(path, beginning_of(path));
    return from(read(path));
}

bool all_begin_with(const ForeignWeights& weights, std::string_view prefix) {
    return std::all_of(weights.tensors.begin(), weights.tensors.end(),
                       [&](const auto& tensor) { return std::string_view(tensor.first).starts_with(prefix); });
}

/// Returns whether there was a prefix to remove.
bool take_off(std::string_view prefix, ForeignWeights& weights) {
    if (weights.tensors.empty() || !all_begin_with(weights, prefix)) return false;
    for (auto& [name, tensor] : weights.tensors) name.erase(0, prefix.size());
    weights.notes.push_back(in_quotes(prefix) + " before the names is taken off");
    return true;
}

/// Removes "_orig_mod." anywhere in a name: parts of a module may have been compiled separately.
void take_off_compiled(ForeignWeights& weights) {
    bool any = false;
    for (auto& [name, tensor] : weights.tensors) {
        for (auto at = name.find(compiled); at != std::string::npos; at = name.find(compiled)) {
            if (at > 0 && name[at - 1] != '.') break;
            name.erase(at, compiled.size());
            any = true;
        }
    }
    if (any) weights.notes.push_back(in_quotes(compiled) + " in the names is taken off");
}

void refuse_twins(const ForeignWeights& weights, const std::string& where) {
    for (std::size_t i = 0; i < weights.tensors.size(); ++i) {
        const std::string& name = weights.tensors[i].first;
        if (weights.places.at(name) != i) fail(where, "has two tensors " + in_quotes(name));
    }
}

ForeignWeights read_weights(const std::filesystem::path& path, ReadSafetensors read) {
    ForeignWeights weights = read_any(path, read);
    if (weights.tensors.empty()) fail(path.string(), "holds no tensors");
    do {
        take_off_compiled(weights);
    } while (take_off(parallel, weights));
    weights.index_names();
    refuse_twins(weights, path.string());
    return weights;
}

}  // namespace

ForeignWeights read_foreign_weights(const std::filesystem::path& path) { return read_weights(path, read_safetensors); }

ForeignWeights map_foreign_weights(const std::filesystem::path& path) { return read_weights(path, map_safetensors); }

}  // namespace vitrine
