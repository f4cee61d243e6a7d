#pragma once
/// Closing the window when something would be lost.

#include <string>

#include "app/base/command.h"

namespace vitrine {

inline constexpr const char* leave_page = "page/leave";  ///< State::menu while the question is shown

struct Leaving {
    std::string lost;     ///< what would be lost, and why it cannot be kept: sentences for the screen
    bool anyway = false;  ///< the window is to be closed anyway
};

/// Asks whether to close the window anyway.
struct AskToLeave {
    std::string lost;
};
void do_command(State& state, const AskToLeave& command);

/// Closes the window, no matter what is lost.
struct LeaveAnyway {};
void do_command(State& state, const LeaveAnyway& command);

}  // namespace vitrine
