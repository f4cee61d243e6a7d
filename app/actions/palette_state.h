#pragma once
/// What the command palette remembers while it is open.

#include <array>
#include <cstdint>
#include <optional>

#include "app/base/text_edit.h"

namespace vitrine {

/// State::menu while it is open.
inline constexpr const char* palette_menu = "palette";

/// What is looked through.
enum class PaletteScope : std::uint8_t { everything, models, tensors, steps };

struct PaletteView {
    TextEdit text;
    int chosen = 0;  ///< which of the entries Enter takes; at least 0
    PaletteScope scope = PaletteScope::everything;
    std::optional<std::array<float, 2>> pointer = {};  ///< where it was last: an entry is chosen by moving onto it
};

}  // namespace vitrine
