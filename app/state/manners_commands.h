#pragma once
/// What can be done to the window rather than to what it shows, as plain data; see app/state/commands.h.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.h"

namespace vitrine {

struct OpenPalette {
    PaletteScope scope;
};
struct SetPaletteText {
    TextEdit text;
};
struct MovePalette {
    int by;  ///< entries further down; whoever knows how many there are keeps it among them
};
struct PointPalette {
    std::array<float, 2> pointer;   ///< where it is now
    std::optional<int> entry = {};  ///< what lies there
};
struct SetThemeChoice {
    ThemeChoice theme;
};
struct HearDesktop {
    DesktopWishes wishes;
};
struct CopyTranscript {};  ///< of the current step; it becomes State::copied
struct ShowRecent {
    std::vector<RecentModel> recent;  ///< as they were kept
};
struct ForgetRecent {};
struct RestoreSession {
    SavedSession session;  ///< how things look comes back at once, the rest when its model is open
};
struct ShowVersions {
    std::vector<VersionLine> versions;
};
struct ShowDevice {
    DeviceWords words;
};
struct Quit {};

}  // namespace vitrine
