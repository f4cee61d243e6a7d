#pragma once
/// Colours in Dear ImGui's format: four channels of eight bits, mixed without gamma correction.

#include <cmath>
#include <initializer_list>

#include <imgui.h>

namespace vitrine {

/// The mixture of two colours, channel by channel. `amount`: 0 gives `from`, 1 gives `to`.
inline ImU32 mixed(ImU32 from, ImU32 to, float amount) {
    ImU32 result = 0;
    for (const int shift : {0, 8, 16, 24}) {
        const auto a = static_cast<float>(from >> shift & 0xff), b = static_cast<float>(to >> shift & 0xff);
        result |= static_cast<ImU32>(std::lround(a * (1 - amount) + b * amount)) << shift;
    }
    return result;
}

/// A colour with its opacity multiplied by 0 … 1.
inline ImU32 faded(ImU32 colour, float opacity) {
    const float alpha = static_cast<float>(colour >> IM_COL32_A_SHIFT) * opacity;
    return (colour & ~IM_COL32_A_MASK) | static_cast<ImU32>(std::lround(alpha)) << IM_COL32_A_SHIFT;
}

}  // namespace vitrine
