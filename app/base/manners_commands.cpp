/// Commands that belong to no view: how everything looks, menus and the palette, what was opened before.

#include <algorithm>
#include <utility>

#include "app/actions/palette_view.h"
#include "app/base/command_parts.h"
#include "app/base/window_commands.h"
#include "app/export/exporting.h"
#include "app/export/transcript.h"
#include "app/views/map/state.h"
#include "app/views/train/state.h"

namespace vitrine {

namespace {

void follow_theme(State& state) {
    if (state.theme == ThemeChoice::system) {
        state.appearance = state.desktop.appearance.value_or(Appearance::dark);
    } else {
        state.appearance = state.theme == ThemeChoice::dark ? Appearance::dark : Appearance::light;
    }
}

}  // namespace

void do_command(State& state, const SetAppearance& command) {
    state.theme = command.appearance == Appearance::dark ? ThemeChoice::dark : ThemeChoice::light;
    follow_theme(state);
}

void do_command(State& state, const SetThemeChoice& command) {
    state.theme = command.theme;
    follow_theme(state);
}

void do_command(State& state, const HearDesktop& command) {
    const std::optional<bool> reduced = std::exchange(state.desktop, command.wishes).reduced_motion;
    if (!state.desktop.reduced_motion) state.desktop.reduced_motion = reduced;  // nobody has answered this time
    const bool wishes = state.desktop.reduced_motion.value_or(false);
    if (wishes && !reduced.value_or(false)) state.of<MapView>().motion = Motion::at_once;  // from then on it is as somebody chooses
    follow_theme(state);
}

void do_command(State& state, const SetMenu& command) {
    state.menu = command.menu;
    state.scroll.erase("menu");
    state.scroll.erase("page");
    if (state.menu == "top/sample" || state.menu == palette_menu) state.samples = list_samples();
}

void do_command(State& state, const OpenPalette& command) {
    do_command(state, SetMenu{palette_menu});
    state.focus.clear();
    state.of<PaletteView>() = {.text = {}, .chosen = 0, .scope = command.scope};
}

void do_command(State& state, const SetPaletteText& command) {
    state.of<PaletteView>().text = sane(command.text);
    state.of<PaletteView>().chosen = 0;
    state.scroll.erase("menu");
}

void do_command(State& state, const MovePalette& command) {
    state.of<PaletteView>().chosen = std::max(0, state.of<PaletteView>().chosen + command.by);
    state.reveal.insert("palette/" + std::to_string(state.of<PaletteView>().chosen));
}

void do_command(State& state, const PointPalette& command) {
    // An entry that appears under a pointer at rest is not what somebody points at.
    const bool moved = state.of<PaletteView>().pointer && *state.of<PaletteView>().pointer != command.pointer;
    if (moved && command.entry) state.of<PaletteView>().chosen = *command.entry;
    state.of<PaletteView>().pointer = command.pointer;
}

void do_command(State& state, const CopyTranscript&) { state.copied = transcript(state); }

void do_command(State& state, const ShowRecent& command) { state.recent = command.recent; }

void do_command(State& state, const ForgetRecent&) { state.recent.clear(); }

void do_command(State& state, const RestoreSession& command) {
    do_command(state, SetThemeChoice{command.session.theme});
    state.scale = std::clamp(command.session.scale, 0.75, 3.0);
    state.of<MapView>().motion = command.session.motion;
    state.desktop.reduced_motion = command.session.reduced_motion;
    state.of<TrainingView>().settings = command.session.training;
    state.of<Exporting>().folder = command.session.export_folder;
    state.left = command.session.left;
    state.opening = command.session.model;
    state.session = command.session;
}

void do_command(State& state, const ShowVersions& command) { state.versions = command.versions; }

void do_command(State& state, const ShowDevice& command) { state.device = command.words; }

void do_command(State& state, const Tell& command) {
    if (state.message.find(command.what) != std::string::npos) return;
    state.message += (state.message.empty() ? "" : "; ") + command.what;
}

void do_command(State& state, const Quit&) { state.quits = true; }

}  // namespace vitrine
