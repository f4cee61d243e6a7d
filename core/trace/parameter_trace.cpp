#include "core/trace/parameter_trace.h"

#include <algorithm>
#include <memory>
#include <string_view>

namespace vitrine {

namespace {

struct Naming {
    std::string_view part, weight, bias;
    Role role;
};

/// The symbol of a parameter in formulas, by a part of its path.
constexpr Naming namings[] = {
    {"in_proj", "W_Q, W_K, W_V", "b_Q, b_K, b_V", Role::attention},
    {"out_proj", "W_O", "b_O", Role::attention},
    {"linear1", "W₁", "b₁", Role::feed_forward},
    {"gate", "W_g", "b_g", Role::feed_forward},
    {"linear2", "W₂", "b₂", Role::feed_forward},
    {"norm", "gain", "bias", Role::residual},
    {"_embedding_projection", "W", "b", Role::residual},
    {"_embedding", "embedding table", "", Role::residual},
    {"relative_positions", "distance table", "", Role::attention},
    {"_positions", "position table", "", Role::residual},
    {"segments", "segment table", "", Role::residual},
    {"head.dense", "W", "b", Role::output},
    {"head.projection", "W", "b", Role::output},
    {"fc_out", "W_out", "b_out", Role::output},
    {"classifier", "W", "b", Role::output},
};

/// The symbol of one of Q, K and V where the folder stores them separately: "W_Q" of "W_Q, W_K, W_V".
std::string symbol_of(std::string_view all, std::size_t part) {
    for (; part > 0; --part) all.remove_prefix(all.find(", ") + 2);
    return std::string(all.substr(0, all.find(", ")));
}

/// The parameter of ours that a folder's tensor belongs to. If the tensor holds only some of its rows: which of these parts it
/// is; −1: it is the whole parameter.
struct Ours {
    std::string path;
    int part = -1;
};

Ours ours_of(const ParameterName& name, const ParameterNames& names) {
    if (name.rows < 0 || name.is_packed) return {name.parameter};
    const auto before = std::count_if(names.begin(), names.end(), [&](const ParameterName& other) {
        return other.parameter == name.parameter && other.first < name.first;
    });
    return {name.parameter, static_cast<int>(before)};
}

/// Sets symbol and role.
void name_symbol(const Ours& ours, TensorInfo& info) {
    for (const Naming& naming : namings) {
        if (ours.path.find(naming.part) == std::string::npos) continue;
        const std::string_view symbols = ours.path.ends_with("bias") ? naming.bias : naming.weight;
        info.symbol = ours.part < 0 ? std::string(symbols) : symbol_of(symbols, static_cast<std::size_t>(ours.part));
        info.role = naming.role;
        return;
    }
}

/// Sets the symbol of a tensor that packs several: "W_g, W₁", or "W_Q, W_K, W_V head by head".
void name_packed(const std::string& path, const ParameterNames& names, TensorInfo& info) {
    const auto packs = [&](const ParameterName& name) { return name.name == path; };
    std::vector<std::string> parameters;
    for (const ParameterName& name : names)
        if (packs(name) && !std::ranges::count(parameters, name.parameter)) parameters.push_back(name.parameter);
    std::string symbols;
    for (const std::string& parameter : parameters) {
        name_symbol({parameter}, info);
        symbols += (symbols.empty() ? "" : ", ") + info.symbol;
    }
    info.symbol = parameters.size() > 1 ? symbols : symbols + " head by head";
}

TensorInfo info_of(const Outline& run, const std::string& path, const ParameterNames& names) {
    TensorInfo info;
    info.path = path;
    const auto name = std::ranges::find(names, path, &ParameterName::name);
    const Ours ours = name == names.end() ? Ours{path} : ours_of(*name, names);
    name_symbol(ours, info);
    if (name != names.end() && name->is_packed) name_packed(path, names, info);
    if (ours.path.starts_with("src_")) info.side = Side::source;
    if (ours.path.starts_with("tgt_") || ours.path.starts_with("fc_out")) info.side = Side::target;
    const auto reads = [&](const Step& step) { return std::ranges::count(step.parameters, path) > 0; };
    info.step = static_cast<int>(std::ranges::find_if(run.steps, reads) - run.steps.begin());
    return info;
}

Outline outline_of(const Outline& run, const std::vector<ParameterView>& parameters, const ParameterNames& names) {
    Outline outline;
    outline.model = run.model;
    for (const ParameterView& parameter : parameters) {
        outline.slots[parameter.name] = static_cast<int>(outline.tensors.size());
        outline.tensors.push_back(info_of(run, parameter.name, names));
    }
    return outline;
}

/// Corrects the axes of tables whose rows are not tokens but positions, kinds of segment or buckets of distances. They are stored
/// like tables of tokens.
void name_axes(const std::string& symbol, Layout& layout) {
    if (symbol == "position table") layout.axes[0] = Axis::position;
    if (symbol == "segment table") layout.axes[0] = Axis::item;
    if (symbol == "distance table") layout.axes[0] = Axis::item, layout.axes[1] = Axis::head;
}

}  // namespace

std::vector<TensorView> parameter_tensors(const Outline& named, const std::vector<ParameterView>& parameters) {
    std::vector<TensorView> tensors;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        tensors.push_back(parameters[i].tensor);
        name_axes(named.tensors[i].symbol, tensors.back().layout);
    }
    return tensors;
}

Trace make_parameter_trace(const Outline& run, const std::vector<ParameterView>& parameters, const ParameterNames& names) {
    Trace trace;
    trace.outline = std::make_shared<const Outline>(outline_of(run, parameters, names));
    trace.tensors = parameter_tensors(*trace.outline, parameters);
    return trace;
}

}  // namespace vitrine
