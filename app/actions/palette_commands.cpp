#include "app/actions/palette_commands.h"

#include <algorithm>
#include <string>

#include "app/state/window_commands.h"

namespace vitrine {

void do_command(State& state, const OpenPalette& command) {
    do_command(state, SetMenu{palette_menu});
    state.samples = list_samples();
    state.focus.clear();
    state.of<PaletteView>() = {.text = {}, .chosen = 0, .scope = command.scope};
}

void do_command(State& state, const SetPaletteText& command) {
    state.of<PaletteView>().text = with_valid_caret(command.text);
    state.of<PaletteView>().chosen = 0;
    state.scroll.erase("menu");
}

void do_command(State& state, const MovePalette& command) {
    state.of<PaletteView>().chosen = std::max(0, state.of<PaletteView>().chosen + command.by);
    state.reveal.insert("palette/" + std::to_string(state.of<PaletteView>().chosen));
}

void do_command(State& state, const PointPalette& command) {
    // A resting pointer does not select the entry that appears under it.
    const bool moved = state.of<PaletteView>().pointer && *state.of<PaletteView>().pointer != command.pointer;
    if (moved && command.entry) state.of<PaletteView>().chosen = *command.entry;
    state.of<PaletteView>().pointer = command.pointer;
}

}  // namespace vitrine
