#pragma once
/// The choices that make another model, as the Design view names them.

#include <cstdint>
#include <span>
#include <string_view>

namespace vitrine {

/// A choice that makes another model: a part of Variant.
enum class VariantPart : std::uint8_t { norm, heads, positions };

struct VariantChoice {
    std::string_view name;        ///< in files and in anchors
    std::string_view label;       ///< on screen
    std::string_view one, other;  ///< the equations of both sides
    std::string_view effect, look;
};

/// All variant choices, in the order of the enumeration.
std::span<const VariantChoice> variant_choices();

/// The part with the name of one of them; the first where none has that name.
VariantPart part_of(std::string_view name);

}  // namespace vitrine
