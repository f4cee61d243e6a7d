#pragma once
/// Commands of the command palette.

#include "app/actions/palette_state.h"
#include "app/base/command.h"

namespace vitrine {

struct OpenPalette {
    PaletteScope scope;
};
void do_command(State& state, const OpenPalette& command);

struct SetPaletteText {
    TextEdit text;
};
void do_command(State& state, const SetPaletteText& command);

struct MovePalette {
    int by;  ///< entries down; the caller keeps the choice within the list
};
void do_command(State& state, const MovePalette& command);

struct PointPalette {
    std::array<float, 2> pointer;   ///< its position now
    std::optional<int> entry = {};  ///< the entry under it; nothing: none
};
void do_command(State& state, const PointPalette& command);

}  // namespace vitrine
