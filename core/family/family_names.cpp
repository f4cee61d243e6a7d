#include "core/family/family_names.h"

namespace vitrine {

void FamilyNames::linear(const std::string& name, const std::string& parameter, bool has_bias, bool transposed) {
    model_.tensors.push_back({.name = name + ".weight", .parameter = parameter + ".weight", .transposed = transposed});
    if (has_bias) whole(name + ".bias", parameter + ".bias");
}

void FamilyNames::norm(const std::string& name, const std::string& parameter) {
    whole(name + ".weight", parameter + ".weight");
    if (model_.configuration.has_norm_bias()) whole(name + ".bias", parameter + ".bias");
}

void FamilyNames::projections(const ProjectionNames& names, const std::string& attention, StackKind stack) {
    const Configuration& c = model_.configuration;
    const Size query = c.heads(stack) * c.head_width(stack), key = c.key_heads(stack) * c.head_width(stack);
    const auto part = [&](const std::string& name, Size first, Size rows) {
        model_.tensors.push_back({name + ".weight", attention + ".in_proj_weight", first, rows});
        if (c.has_projection_bias()) model_.tensors.push_back({name + ".bias", attention + ".in_proj_bias", first, rows});
    };
    part(names.query, 0, query);
    part(names.key, query, key);
    part(names.value, query + key, key);
}

std::string layer_path(StackKind stack, Size layer) {
    return std::string(stack == StackKind::encoder ? "transformer.encoder.layers." : "transformer.decoder.layers.") +
           std::to_string(layer) + '.';
}

}  // namespace vitrine
