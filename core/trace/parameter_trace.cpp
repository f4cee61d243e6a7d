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
    {"linear2", "W₂", "b₂", Role::feed_forward},
    {"norm", "gain", "bias", Role::residual},
    {"_embedding_projection", "W", "b", Role::residual},
    {"_embedding", "embedding table", "", Role::residual},
    {"_positions", "position table", "", Role::residual},
    {"fc_out", "W_out", "b_out", Role::output},
};

TensorInfo info_of(const Outline& run, const std::string& path) {
    TensorInfo info;
    info.path = path;
    for (const Naming& naming : namings) {
        if (path.find(naming.part) == std::string::npos) continue;
        info.symbol = path.ends_with("bias") ? naming.bias : naming.weight;
        info.role = naming.role;
        break;
    }
    if (path.starts_with("src_")) info.side = Side::source;
    if (path.starts_with("tgt_") || path.starts_with("fc_out")) info.side = Side::target;
    const auto reads = [&](const Step& step) { return std::ranges::count(step.parameters, path) > 0; };
    info.step = static_cast<int>(std::ranges::find_if(run.steps, reads) - run.steps.begin());
    return info;
}

Outline outline_of(const Outline& run, const std::vector<ParameterView>& parameters) {
    Outline outline;
    outline.configuration = run.configuration;
    for (const ParameterView& parameter : parameters) {
        outline.slots[parameter.name] = static_cast<int>(outline.tensors.size());
        outline.tensors.push_back(info_of(run, parameter.name));
    }
    return outline;
}

}  // namespace

Trace make_parameter_trace(const Outline& run, const std::vector<ParameterView>& parameters) {
    Trace trace;
    trace.outline = std::make_shared<const Outline>(outline_of(run, parameters));
    for (const ParameterView& parameter : parameters) trace.tensors.push_back(parameter.tensor);
    return trace;
}

}  // namespace vitrine
