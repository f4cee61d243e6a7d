#pragma once
/// Lists which of our parameters the tensors of a folder are. Only core/family includes this.

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

    /// Adds the weight of a linear layer and, if it has one, its bias.
    void linear(const std::string& name, const std::string& parameter, bool has_bias, bool transposed = false);

    /// Adds the gain of a norm and, if it has one, its bias.
    void norm(const std::string& name, const std::string& parameter);

    /// Adds Q, K and V, each a part of the stacked weight of `attention`.
    void projections(const ProjectionNames& names, const std::string& attention, StackKind stack);

private:
    FamilyModel& model_;
};

/// "transformer.decoder.layers.3."
std::string layer_path(StackKind stack, Size layer);

}  // namespace vitrine
