#include "core/family/family_weights.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <system_error>

#include <nlohmann/json.hpp>

#include "core/family/family_tables.h"
#include "core/files/json_text.h"
#include "core/files/problem.h"
#include "core/foreign/weights_file.h"
#include "core/model/parameter_bytes.h"
#include "core/tensor/memory.h"
#include "core/tensor/parallel.h"
#include "core/text/glob.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A tensor of a folder, and the file that it is in.
struct FolderTensor {
    const ForeignTensor* tensor;
    std::string file;
};

struct Folder {
    std::vector<std::pair<std::string, ForeignWeights>> files;
    std::map<std::string, FolderTensor> tensors;
};

bool is_there(const fs::path& path) {
    std::error_code none;
    return fs::exists(path, none);
}

/// For every tensor, the file that an index says it is in.
std::map<std::string, std::string> weight_map_in(const fs::path& index) {
    const std::string where = index.string();
    const Json object = read_json(index);
    const auto map = object.is_object() ? object.find("weight_map") : object.end();
    if (map == object.end() || !map->is_object()) fail(where, "'weight_map' is missing: it says which file has which tensor");
    std::map<std::string, std::string> files;
    for (const auto& [name, file] : map->items()) {
        if (!file.is_string() || file.get<std::string>().find('/') != std::string::npos)
            fail(where, "'weight_map' of " + in_quotes(name) + " is " + shown(file) + ", it must be the name of a file beside it");
        files[name] = file.get<std::string>();
    }
    return files;
}

/// Explains why a pickle, which is only read as data, was refused, and gives the two lines of Python that convert the file.
[[noreturn]] void refuse_pickle(const fs::path& path, const std::string& problem) {
    const std::string where = path.string() + ": ", name = path.filename().string();
    const bool is_module = problem.find("whole module") != std::string::npos;
    const std::size_t advice = is_module ? std::string::npos : problem.find("; ");
    if (path.extension() != ".bin" || advice == std::string::npos || !problem.starts_with(where)) throw Error(problem);
    fail(path.string(), problem.substr(where.size(), advice - where.size()) +
                            "; two lines of Python convert it: import torch; torch.save({k: v.clone() for k, v in torch.load(\"" +
                            name + "\", map_location=\"cpu\").items()}, \"" + name + "\")");
}

void add_file(const fs::path& path, Folder& folder) {
    try {
        folder.files.emplace_back(path.string(), map_foreign_weights(path));
    } catch (const Error& error) {
        refuse_pickle(path, error.what());
    }
}

void read_shards(const fs::path& at, const fs::path& index, Folder& folder) {
    const std::map<std::string, std::string> map = weight_map_in(index);
    std::set<std::string> names;
    for (const auto& [tensor, file] : map) names.insert(file);
    for (const std::string& name : names) {
        if (!is_there(at / name)) fail((at / name).string(), "is missing; " + index.filename().string() + " names it");
        add_file(at / name, folder);
    }
    for (const auto& [tensor, file] : map) {
        const auto in = std::ranges::find(folder.files, (at / file).string(), [](const auto& read) { return read.first; });
        if (!in->second.find(tensor))
            fail((at / file).string(), in_quotes(tensor) + " is missing; " + index.filename().string() + " says it is here");
    }
}

Folder read_folder(const fs::path& at) {
    Folder folder;
    const fs::path index = at / "model.safetensors.index.json", old_index = at / "pytorch_model.bin.index.json";
    if (is_there(at / "model.safetensors")) {
        add_file(at / "model.safetensors", folder);
    } else if (is_there(index)) {
        read_shards(at, index, folder);
    } else if (is_there(at / "pytorch_model.bin")) {
        add_file(at / "pytorch_model.bin", folder);
    } else if (is_there(old_index)) {
        read_shards(at, old_index, folder);
    } else {
        fail(at.string(), "has no weights: model.safetensors, pytorch_model.bin, or an index of several such files");
    }
    for (const auto& [file, weights] : folder.files) {
        for (const auto& [name, tensor] : weights.tensors) {
            const auto [place, fresh] = folder.tensors.insert({name, {&tensor, file}});
            if (!fresh) fail(file, in_quotes(name) + " is in " + fs::path(place->second.file).filename().string() + ", too");
        }
    }
    return folder;
}

/// Other spellings of a name: without the base model's prefix, and with the names that LayerNorms once had.
std::vector<std::string> spellings(const std::string& name, const std::string& prefix) {
    std::vector<std::string> all{name};
    if (!prefix.empty()) all.push_back(name.starts_with(prefix) ? name.substr(prefix.size()) : prefix + name);
    const auto add_old = [&](std::string_view ending, const char* old) {
        for (std::size_t i = 0, count = all.size(); i < count; ++i)
            if (all[i].ends_with(ending)) all.push_back(all[i].substr(0, all[i].size() - ending.size()) + old);
    };
    add_old(".weight", ".gamma");
    add_old(".bias", ".beta");
    return all;
}

bool is_any(const std::vector<std::string>& patterns, const std::string& name, const std::string& prefix) {
    const std::string spelled = name.starts_with(prefix) ? name.substr(prefix.size()) : prefix + name;
    return std::ranges::any_of(
        patterns, [&](const std::string& pattern) { return matches_glob(pattern, name) || matches_glob(pattern, spelled); });
}

/// The name that the folder has for a tensor of the family; nothing if it does not have the tensor.
std::optional<std::string> find_name(const std::string& tensor, const Folder& folder, const FamilyModel& model) {
    for (const std::string& name : spellings(tensor, model.prefix))
        if (folder.tensors.contains(name)) return name;
    const auto twin = model.twins.find(tensor);
    if (twin == model.twins.end()) return std::nullopt;
    for (const std::string& name : spellings(twin->second, model.prefix))
        if (folder.tensors.contains(name)) return name;
    return std::nullopt;
}

/// A folder that was saved without its head has no logits. A buffer alone does not count as a head: if it is missing, it is 0.
void take_off_head(const Folder& folder, FamilyModel& model) {
    const auto is_of_head = [&](const ParameterName& tensor) { return is_any(model.of_logits, tensor.name, ""); };
    const auto is_stored = [&](const ParameterName& tensor) { return find_name(tensor.name, folder, model).has_value(); };
    const bool needs = std::ranges::any_of(model.tensors, [&](const ParameterName& t) { return is_of_head(t) && !t.is_buffer; });
    const bool has = std::ranges::any_of(model.tensors, [&](const ParameterName& t) { return is_of_head(t) && is_stored(t); });
    if (!needs || has) return;
    model.configuration.logits = false;
    std::erase_if(model.tensors, is_of_head);
}

/// The rows of each tensor that packs several parameters, by name.
std::map<std::string, Size> packed_rows(const ParameterNames& names) {
    std::map<std::string, Size> rows;
    for (const ParameterName& name : names)
        if (name.is_packed) rows[name.name] += name.rows;
    return rows;
}

/// Throws Error if a tensor does not fit the parameter `to`, of which only the shape is used. `rows`: of the tensor, where they
/// are not those of the parameter; −1: they are.
void check_fit(const ParameterName& expected, const FolderTensor& found, const Tensor& to, Size rows, const FamilyModel& model) {
    const std::string where = found.file;
    if (!is_floating(found.tensor->type))
        fail(where,
             in_quotes(expected.name) + " has type " + std::string(name(found.tensor->type)) + ", supported is F32, F16 and BF16");
    std::vector<Size> shape(to.layout().shape.begin(), to.layout().shape.begin() + to.layout().rank);
    if (rows >= 0) shape[0] = rows;
    if (expected.transposed) std::swap(shape[0], shape[1]);
    const bool row_of_one = expected.is_buffer && found.tensor->squeezed() == shape;
    if (found.tensor->shape != shape && !row_of_one) {
        fail(where, in_quotes(expected.name) + " is " + shape_text(found.tensor->shape) + ", config.json (" + model.family +
                        ") asks for " + shape_text(shape));
    }
}

/// What a parameter takes from a folder: rows of a tensor, which are copied to `to`.
struct Part {
    ForeignTensor from;
    std::vector<int> axes;
    Scalar* to;
};

/// Requires: the parameters have their sizes.
std::vector<Part> parts_of(const Folder& folder, const FamilyModel& model, Parameters& parameters) {
    std::vector<Part> parts;
    for (const ParameterName& tensor : model.tensors) {
        const auto found = folder.tensors.find(tensor.name);
        if (found == folder.tensors.end()) continue;
        visit_tensor(
            tensor.parameter,
            [&](Tensor& to) {
                const Size row = to.layout().rank == 2 ? to.size(1) : 1;
                ForeignTensor from = *found->second.tensor;
                if (tensor.is_packed) from.offset += tensor.at * from.strides[0], from.shape[0] = tensor.rows;
                parts.push_back({std::move(from), tensor.transposed ? std::vector<int>{1, 0} : std::vector<int>{},
                                 to.data() + tensor.first * row});
            },
            parameters);
    }
    // Large parts first, so that no thread is left with a large one at the end.
    std::ranges::stable_sort(parts, std::greater{}, [](const Part& part) { return part.from.count(); });
    return parts;
}

/// Throws Error naming the tensors that the family does not know.
void refuse_left_over(const Folder& folder, const FamilyModel& model) {
    std::set<std::string> known;
    for (const ParameterName& tensor : model.tensors) known.insert(tensor.name);
    for (const auto& [name, tensor] : folder.tensors) {
        if (known.contains(name) || is_any(model.passed_over, name, model.prefix)) continue;
        fail(tensor.file, in_quotes(name) + " is not known in a model of type \"" + model.family + '"');
    }
}

/// Maps the folder's files and settles the model by them.
Folder settled_folder(const fs::path& at, FamilyModel& model) {
    Folder folder = read_folder(at);
    settle_tables(model, [&](const std::string& name) {
        const auto spelled = find_name(name, folder, model);
        return spelled ? folder.tensors.at(*spelled).tensor : nullptr;
    });
    take_off_head(folder, model);
    const Parameters shapes = parameter_shapes(model.configuration);
    const std::map<std::string, Size> packed = packed_rows(model.tensors);
    for (ParameterName& tensor : model.tensors) {
        const auto of_packed = packed.find(tensor.name);
        const Size rows = of_packed == packed.end() ? tensor.rows : of_packed->second;
        const auto name = find_name(tensor.name, folder, model);
        // A bias of the logits that is kept as a buffer is 0 if the folder does not have it.
        if (!name && tensor.is_buffer) continue;
        if (!name) fail(at.string(), in_quotes(tensor.name) + " is missing: config.json asks for it");
        tensor.name = *name;
        const bool exists = visit_tensor(
            tensor.parameter, [&](const Tensor& to) { check_fit(tensor, folder.tensors.at(*name), to, rows, model); }, shapes);
        if (!exists) throw std::logic_error(tensor.parameter + " is no parameter");
    }
    refuse_left_over(folder, model);
    return folder;
}

}  // namespace

void settle_family(const fs::path& at, FamilyModel& model) { settled_folder(at, model); }

Parameters read_family_weights(const fs::path& at, FamilyModel& model) {
    const Folder folder = settled_folder(at, model);
    require_memory(parameter_bytes(model.configuration));
    Parameters parameters = make_parameters(model.configuration);
    const std::vector<Part> parts = parts_of(folder, model, parameters);
    share(static_cast<Size>(parts.size()), [&](Size i) {
        const Part& part = parts[static_cast<std::size_t>(i)];
        copy_numbers(part.from, part.axes, part.to);
    });
    return parameters;
}

}  // namespace vitrine
