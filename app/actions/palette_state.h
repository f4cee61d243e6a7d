#pragma once
/// The state of the command palette while it is open.

#include <array>
#include <cstdint>
#include <optional>

#include "app/base/text_edit.h"

namespace vitrine {

/// State::menu while it is open.
inline constexpr const char* palette_menu = "palette";

/// What the palette searches.
enum class PaletteScope : std::uint8_t { everything, models, files, traces, links, tensors, steps };

struct PaletteView {
    TextEdit text;
    int chosen = 0;  ///< index of the entry that Enter takes; at least 0
    PaletteScope scope = PaletteScope::everything;
    std::optional<std::array<float, 2>> pointer = {};  ///< the last position: only moving onto an entry chooses it
};

}  // namespace vitrine
