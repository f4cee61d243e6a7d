#pragma once
/// What can be done to the window rather than to what it shows.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/palette_view.h"
#include "app/base/command.h"
#include "app/base/state.h"

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

struct SetThemeChoice {
    ThemeChoice theme;
};
void do_command(State& state, const SetThemeChoice& command);

struct HearDesktop {
    DesktopWishes wishes;
};
void do_command(State& state, const HearDesktop& command);

struct CopyTranscript {};  ///< of the current step; it becomes State::copied
void do_command(State& state, const CopyTranscript& command);

struct ShowRecent {
    std::vector<RecentModel> recent;  ///< as they were kept
};
void do_command(State& state, const ShowRecent& command);

struct ForgetRecent {};
void do_command(State& state, const ForgetRecent& command);

struct RestoreSession {
    SavedSession session;  ///< how things look comes back at once, the rest when its model is open
};
void do_command(State& state, const RestoreSession& command);

struct ShowVersions {
    std::vector<VersionLine> versions;
};
void do_command(State& state, const ShowVersions& command);

struct ShowDevice {
    DeviceWords words;
};
void do_command(State& state, const ShowDevice& command);

struct Quit {};
void do_command(State& state, const Quit& command);

}  // namespace vitrine
