#pragma once
/// Lists which tensors of a folder are which of our parameters. Only core/family includes this.

#include "core/family/family_model.h"

namespace vitrine {

/// The names of Q, K and V of one attention, without ".weight".
struct ProjectionNames {
    std::string query, key, value;
};

class FamilyNames {
public:
    explicit FamilyNames(FamilyModel& model) : model_(model) {}

    void whole(const std::string& name, const std::string& parameter) { model_.tensors.push_back({name, parameter}); }

    /// Weight and, where the model has it, bias.
    void linear(const std::string& name, const std::string& parameter, bool has_bias, bool transposed = false);

    /// Gain and, where the model has it, bias.
    void norm(const std::string& name, const std::string& parameter);

    /// Q, K and V, each a part of the stacked weight below `attention`.
    void projections(const ProjectionNames& names, const std::string& attention, StackKind stack);

private:
    FamilyModel& model_;
};

/// "transformer.decoder.layers.3."
std::string layer_path(StackKind stack, Size layer);

}  // namespace vitrine
