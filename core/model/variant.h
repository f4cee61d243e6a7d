#pragma once
/// Another model beside this one: a design choice that weights do not survive.

#include <cstdint>
#include <optional>

#include "core/model/configuration.h"

namespace vitrine {

/// What is set makes another model, whose weights are all drawn from the seed, also where it is what the model has already: to
/// compare two choices, both are drawn.
struct Variant {
    std::optional<NormPlacement> norm_placement = {};
    std::optional<Size> heads = {};
    std::optional<PositionKind> positions = {};
    std::uint64_t seed = 1;

    /// Nothing is set: the model as it is, with its own weights.
    bool is_own() const { return !norm_placement && !heads && !positions; }

    bool operator==(const Variant&) const = default;
};

/// The configuration of the variant. Throws Error naming the field where there is no such model.
Configuration with(const Configuration& configuration, const Variant& variant);

}  // namespace vitrine
