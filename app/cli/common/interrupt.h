#pragma once
/// Being asked to stop: Ctrl-C, a polite kill, or a terminal or reader that has gone.

#include <array>
#include <csignal>

namespace vitrine {

/// While it lives, the first SIGINT, SIGTERM or SIGHUP only asks, and a second one of the same kind kills; SIGPIPE, which every
/// further line would raise again, only asks. Afterwards everything is as it was before.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// The signal that has come; 0 while there is none.
    int signal() const;

private:
    std::array<struct sigaction, 4> before_{};
};

}  // namespace vitrine
