#pragma once
/// What can be done to the palette, the page on which everything can be found by its name.

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
    int by;  ///< entries further down; whoever knows how many there are keeps it among them
};
void do_command(State& state, const MovePalette& command);

struct PointPalette {
    std::array<float, 2> pointer;   ///< where it is now
    std::optional<int> entry = {};  ///< what lies there
};
void do_command(State& state, const PointPalette& command);

}  // namespace vitrine
