#pragma once
/// A variant of a model: changes of design that its weights do not fit, so that they are drawn anew.

#include "core/model/configuration.h"

namespace vitrine {

/// The changes to a model. If any is set, all weights are drawn anew from the seed, even if the model already has that value: in
/// a comparison of two designs, the weights of both are then untrained.
struct Variant {
    std::optional<NormPlacement> norm_placement = {};
    std::optional<Size> heads = {};
    std::optional<PositionKind> positions = {};
    std::uint64_t seed = 1;

    /// Whether nothing is set, so that the model keeps its own weights.
    bool is_own() const { return !norm_placement && !heads && !positions; }

    bool operator==(const Variant&) const = default;
};

/// The configuration of the variant. Throws Error naming the field where such a model is impossible.
Configuration with(const Configuration& configuration, const Variant& variant);

}  // namespace vitrine
