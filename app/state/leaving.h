#pragma once
/// Closing the window where something would be lost with it.

#include <string>

#include "app/base/command.h"

namespace vitrine {

inline constexpr const char* leave_page = "page/leave";  ///< State::menu while it is asked

struct Leaving {
    std::string lost;     ///< what would be lost, and why it cannot be kept: sentences for the screen
    bool anyway = false;  ///< the window is to be closed all the same
};

/// Asks whether to close the window all the same.
struct AskToLeave {
    std::string lost;
};
void do_command(State& state, const AskToLeave& command);

/// Closes the window, whatever is lost.
struct LeaveAnyway {};
void do_command(State& state, const LeaveAnyway& command);

}  // namespace vitrine
