#pragma once
/// Requests to stop: Ctrl-C, SIGTERM, or a closed terminal or pipe.

#include <array>
#include <csignal>

namespace vitrine {

/// While this object lives, the first SIGINT, SIGTERM or SIGHUP is only noted, and a second one of the same kind ends the
/// program, tidily (core/files/ending.h). SIGPIPE is only noted every time, since every further line of output would raise it
/// again. The destructor restores the previous handlers.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// The signal received; 0: none.
    int signal() const;

private:
    std::array<struct sigaction, 4> before_{};
};

}  // namespace vitrine
