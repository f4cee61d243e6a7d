#include "core/against/recorded_trace.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/files/npz_reading.h"
#include "core/files/safetensors.h"
#include "core/files/zip_reading.h"
#include "core/tensor/error.h"

namespace vitrine {

namespace {

/// Removes "gradients." or "parameters." from the front of a name, and returns which it was.
RecordedKind kind_of(std::string_view& name) {
    for (const auto& [prefix, kind] : {std::pair<std::string_view, RecordedKind>{"gradients.", RecordedKind::gradient},
                                       std::pair<std::string_view, RecordedKind>{"parameters.", RecordedKind::parameter}}) {
        if (!name.starts_with(prefix)) continue;
        name.remove_prefix(prefix.size());
        return kind;
    }
    return RecordedKind::value;
}

/// The whole text as a number; 0 if it is not one.
int number_of(std::string_view text) {
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size() ? number : 0;
}

RecordedTensor recorded(const std::string& name, const StoredTensor& stored) {
    RecordedTensor tensor{.name = name, .base = {}, .output = {}, .stored = stored};
    std::string_view rest = name;
    tensor.kind = kind_of(rest);
    if (const auto colon = rest.rfind(':'); colon != std::string_view::npos && rest.find('.', colon) == std::string_view::npos) {
        tensor.output = rest.substr(colon + 1);
        rest = rest.substr(0, colon);
    }
    if (const auto sign = rest.rfind('#'); sign != std::string_view::npos) {
        tensor.call = std::max(1, number_of(rest.substr(sign + 1)));
        rest = rest.substr(0, sign);
    }
    tensor.base = rest;
    // An output with a word as its name is what the word says; an output named "0" and the like is the output of the module.
    const bool is_main =
        tensor.output.empty() || number_of(tensor.output) > 0 || tensor.output == "0" || tensor.output == "last_hidden_state";
    if (!is_main) tensor.base += (tensor.base.empty() ? "" : ".") + tensor.output;
    return tensor;
}

/// Some programs number further calls as "NAME.2", which looks like a part of the module. It is a call if there is also a NAME,
/// but no part 0 or 1.
void find_numbered_calls(RecordedTrace& trace) {
    std::multiset<std::string> bases;
    for (const RecordedTensor& tensor : trace.tensors) bases.insert(tensor.base);
    const auto begins_one = [&](const std::string& beginning) {
        const auto found = bases.lower_bound(beginning);
        return found != bases.end() && found->starts_with(beginning);
    };
    const auto has_part = [&](const std::string& part) {
        return bases.contains(part) || begins_one(part + '.') || begins_one(part + '/');
    };
    for (RecordedTensor& tensor : trace.tensors) {
        const auto dot = tensor.base.rfind('.');
        if (dot == std::string::npos) continue;
        const std::string module = tensor.base.substr(0, dot);
        const int call = number_of(tensor.base.substr(dot + 1));
        if (call < 2 || !bases.contains(module) || has_part(module + ".0") || has_part(module + ".1")) continue;
        bases.erase(bases.find(tensor.base));
        bases.insert(module);
        tensor.base = module;
        tensor.call = call;
    }
}

}  // namespace

RecordedTrace recorded_trace(const std::vector<std::pair<std::string, StoredTensor>>& tensors) {
    RecordedTrace trace;
    for (const auto& [name, stored] : tensors) trace.tensors.push_back(recorded(name, stored));
    trace.in_order = !std::is_sorted(trace.tensors.begin(), trace.tensors.end(),
                                     [](const RecordedTensor& a, const RecordedTensor& b) { return a.name < b.name; });
    find_numbered_calls(trace);
    return trace;
}

RecordedTrace read_recorded_trace(const std::filesystem::path& path) {
    const StoredTensors stored = is_zip(path) ? read_npz(path) : read_safetensors(path);
    std::vector<std::pair<std::string, StoredTensor>> tensors(stored.tensors.begin(), stored.tensors.end());
    // The names come sorted. The bytes lie in the order of the file, which may be that of the computation.
    std::ranges::stable_sort(tensors, [](const auto& a, const auto& b) { return a.second.bytes.data() < b.second.bytes.data(); });
    RecordedTrace trace = recorded_trace(tensors);
    trace.content = stored.content;
    return trace;
}

bool holds_trace(const std::filesystem::path& path) {
    const auto is_of_weights = [](const RecordedTensor& tensor) {
        const std::string& name = tensor.base;
        const bool is_vector = tensor.stored.shape.size() == 1 && tensor.stored.count() > 1;
        return tensor.kind == RecordedKind::value && (is_vector || name.ends_with("weight") || name.ends_with("bias"));
    };
    try {
        const RecordedTrace trace = read_recorded_trace(path);
        return !trace.tensors.empty() && std::ranges::none_of(trace.tensors, is_of_weights);
    } catch (const Error&) {
        return false;
    }
}

std::vector<float> numbers_in(const RecordedTensor& tensor) {
    std::vector<float> numbers(static_cast<std::size_t>(tensor.stored.count()));
    copy_numbers(tensor.stored, numbers.data());
    return numbers;
}

}  // namespace vitrine
