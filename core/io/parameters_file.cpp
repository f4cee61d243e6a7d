#include "core/io/parameters_file.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "core/files/problem.h"
#include "core/files/safetensors.h"
#include "core/model/parameter_bytes.h"
#include "core/tensor/memory.h"
#include "core/text/nearest.h"
#include "core/text/plain_text.h"

namespace vitrine {

namespace {

/// The names of the tied tensors; the first one is saved.
std::vector<std::string> tied_names(const Configuration& c) {
    switch (c.tie) {
        case Tie::output:
            return {"tgt_embedding.weight", "fc_out.weight"};
        case Tie::embeddings:
            return {"src_embedding.weight", "tgt_embedding.weight"};
        case Tie::all:
            return {"src_embedding.weight", "tgt_embedding.weight", "fc_out.weight"};
        default:
            return {};
    }
}

bool same_numbers(const StoredTensor& a, const StoredTensor& b) {
    return a.type == b.type && a.shape == b.shape && std::equal(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end());
}

/// Keeps only the first name of tied tensors.
void untie(std::map<std::string, StoredTensor>& tensors, const Configuration& configuration, const std::string& where) {
    const std::vector<std::string> names = tied_names(configuration);
    for (std::size_t i = 1; i < names.size(); ++i) {
        auto twin = tensors.extract(names[i]);
        if (twin.empty()) continue;
        const auto [first, inserted] = tensors.emplace(names[0], twin.mapped());
        if (!inserted && !same_numbers(first->second, twin.mapped())) {
            fail(where, in_quotes(names[i]) + " differs from " + in_quotes(names[0]) + ", the configuration ties them ('tie')");
        }
    }
}

std::vector<Size> shape_of(const Tensor& tensor) {
    const Size* shape = tensor.layout().shape.data();
    return {shape, shape + tensor.layout().rank};
}

void check_fit(const std::string& name, const StoredTensor& from, const Tensor& to, const std::string& where) {
    if (!is_floating(from.type)) {
        fail(where, in_quotes(name) + " has type " + std::string(vitrine::name(from.type)) + ", parameters are F32, BF16 or F16");
    }
    if (from.shape != shape_of(to)) {
        fail(where, in_quotes(name) + " is " + shape_text(from.shape) + ", the configuration asks for " + shape_text(to.layout()));
    }
}

/// "; did you mean '…'?" with tensors whose names differ by at most two characters.
std::string misspelt(const std::string& name, const std::map<std::string, StoredTensor>& tensors) {
    std::vector<std::string> close;
    for (const auto& [other, tensor] : tensors)
        if (edit_distance(name, other) <= 2) close.push_back(other);
    return did_you_mean(name, close);
}

/// Throws Error unless these are the parameters of the configuration. Takes no memory for them, since a small file may ask for
/// much.
void check_all_fit(std::map<std::string, StoredTensor> unread, const Configuration& configuration, const std::string& where) {
    const auto check_one = [&](const std::string& name, const Tensor& tensor) {
        if (tensor.empty()) return;
        const auto found = unread.extract(name);
        if (found.empty()) fail(where, in_quotes(name) + " is missing, the configuration asks for it" + misspelt(name, unread));
        check_fit(name, found.mapped(), tensor, where);
    };
    const Parameters shapes = parameter_shapes(configuration);
    for_each_tensor("", check_one, shapes);
    if (unread.empty()) return;
    const std::string others = unread.size() == 1 ? "" : " and " + std::to_string(unread.size() - 1) + " more";
    fail(where, in_quotes(unread.begin()->first) + others + " in excess, the configuration has no such parameter");
}

}  // namespace

Parameters parameters_from(const StoredTensors& stored, const Configuration& configuration, const std::string& where) {
    std::map<std::string, StoredTensor> tensors = stored.tensors;
    untie(tensors, configuration, where);
    check_all_fit(tensors, configuration, where);
    Parameters parameters = make_parameters(configuration);
    for_each_tensor(
        "",
        [&](const std::string& name, Tensor& tensor) {
            if (!tensor.empty()) copy_numbers(tensors.at(name), tensor.data());
        },
        parameters);
    return parameters;
}

Parameters read_parameters(const std::filesystem::path& path, const Configuration& configuration) {
    std::error_code unknown;
    const auto content = std::filesystem::file_size(path, unknown);
    if (!unknown) require_memory(parameter_bytes(configuration) + static_cast<Size>(content));  // for a moment both are in memory
    return parameters_from(read_safetensors(path), configuration, path.string());
}

void write_parameters(const std::filesystem::path& path, const Parameters& parameters) {
    write_safetensors(path, named_parameters(parameters));
}

Parameters parameters_under(const std::string& prefix, const StoredTensors& stored, const Configuration& configuration,
                            const std::string& where) {
    StoredTensors part{stored.content, {}};
    for (auto it = stored.tensors.lower_bound(prefix); it != stored.tensors.end() && it->first.starts_with(prefix); ++it)
        part.tensors.emplace(it->first.substr(prefix.size()), it->second);
    return parameters_from(part, configuration, where + ": " + prefix.substr(0, prefix.size() - 1));
}

std::vector<NamedTensor> named_parameters(const Parameters& parameters, const std::string& prefix, bool as_bfloat16) {
    std::vector<NamedTensor> tensors;
    for (const ParameterView& parameter : list_parameters(parameters)) {
        tensors.push_back({prefix + parameter.name, parameter.tensor, as_bfloat16});
    }
    return tensors;
}

}  // namespace vitrine
