#pragma once
/// Commands about the window and the program.

#include "app/base/command.h"
#include "app/state/state.h"

namespace vitrine {

/// In a browser: asks for files of the user's device, which then arrive as if they were dropped.
struct ChooseFiles {};
void do_command(State& state, const ChooseFiles& command);

struct CloseMessage {};
void do_command(State& state, const CloseMessage& command);

struct ShowMessage {
    std::string what;  ///< one line, appended to the current message unless that contains it
};
void do_command(State& state, const ShowMessage& command);

/// Shows a view.
struct SetView {
    View view;

    /// The user has chosen the view as such: its tab, its entry in a list or a menu, its key, its name in Find. A view from under
    /// More then keeps its tab. A link, a lesson, and whatever leads to something that a view shows, give it a tab only as long as
    /// it is shown.
    bool by_hand = false;
};
void do_command(State& state, const SetView& command);

/// How far the colour scale of attention weights and probabilities reaches.
struct SetShareColours {
    ShareColours colours;
};
void do_command(State& state, const SetShareColours& command);

struct SetAppearance {
    Appearance appearance;
};
void do_command(State& state, const SetAppearance& command);

struct SetScale {
    double scale;  ///< clamped to 0.75 … State::most_scale
};
void do_command(State& state, const SetScale& command);

/// The window has changed its size.
struct SetMostScale {
    double scale;
};
void do_command(State& state, const SetMostScale& command);

struct SetScroll {
    std::string area;
    float offset;
};
void do_command(State& state, const SetScroll& command);

struct RevealStep {};  ///< scrolls the current step into view, for example after the window has changed its size
void do_command(State& state, const RevealStep& command);

struct Revealed {};  ///< empties State::reveal, whose anchors are now in view
void do_command(State& state, const Revealed& command);

struct ToggleSection {
    std::string section;
};
void do_command(State& state, const ToggleSection& command);

struct SetFocus {
    std::string anchor;
};
void do_command(State& state, const SetFocus& command);

struct SetMenu {
    std::string menu;
};
void do_command(State& state, const SetMenu& command);

struct SetThemeChoice {
    ThemeChoice theme;
};
void do_command(State& state, const SetThemeChoice& command);

struct SetMotion {
    Motion motion;  ///< whether moves on the screen are animated
};
void do_command(State& state, const SetMotion& command);

struct HearDesktop {
    DesktopWishes wishes;
};
void do_command(State& state, const HearDesktop& command);

struct ShowRecent {
    std::vector<RecentModel> recent;  ///< read from the file
};
void do_command(State& state, const ShowRecent& command);

struct ForgetRecent {};
void do_command(State& state, const ForgetRecent& command);

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
