#include "app/shell/keyboard.h"

#include <algorithm>

namespace vitrine {

namespace {

/// The anchor after (or before) the one with the ring, round and round.
std::string next_focus(const FrameRecord& record, const std::string& focus, bool forwards) {
    std::vector<std::string> stops;
    for (const Anchor& anchor : record.anchors) {
        if (anchor.focusable) stops.push_back(anchor.name);
    }
    if (stops.empty()) return {};
    const auto here = std::ranges::find(stops, focus);
    if (here == stops.end()) return forwards ? stops.front() : stops.back();
    const auto place = static_cast<std::size_t>(here - stops.begin());
    return stops[(place + (forwards ? 1 : stops.size() - 1)) % stops.size()];
}

/// With no ring, the keys of a player: arrows, Home, End and Space.
void drive_transport(std::string_view key, const State& state, Commands& commands) {
    if (key == "right") commands.push_back(MoveStep{1});
    if (key == "left") commands.push_back(MoveStep{-1});
    if (key == "home") commands.push_back(GoToStep{0});
    if (key == "end" && state.run) commands.push_back(GoToStep{state.run->last_step()});
    if (key == "space") commands.push_back(SetPlaying{!state.transport.playing});
}

}  // namespace

void handle_keys(const Input& input, const State& state, const FrameRecord& record, Commands& commands) {
    std::string focus = state.focus;
    for (const std::string& key : input.keys) {
        if (key == "tab" || key == "shift+tab") {
            focus = next_focus(record, focus, key == "tab");
        } else if (key == "escape") {
            if (!state.menu.empty()) commands.push_back(SetMenu{""});
            focus.clear();
        } else if (focus.empty()) {
            drive_transport(key, state, commands);
        }
    }
    // A click elsewhere means the keyboard is not what points now.
    if (input.button(MouseButton::left).pressed) focus.clear();
    if (focus != state.focus) commands.push_back(SetFocus{focus});
}

bool activates(const Input& input, const State& state) {
    return !state.focus.empty() && (input.key("enter") || input.key("space"));
}

}  // namespace vitrine
