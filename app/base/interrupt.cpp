#include "app/base/interrupt.h"

#include <algorithm>

#include "core/files/ending.h"

namespace vitrine {

namespace {

volatile std::sig_atomic_t asked = 0;

void ask(int signal) {
    asked = signal;
    if (signal != SIGPIPE) end_tidily_by(signal);
}

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};

/// A shell starts background programs with SIGINT ignored, but a SIGINT that is sent to one all the same should count. An ignored
/// SIGHUP comes from nohup, whose purpose is to keep the program running.
struct sigaction listen(int signal) {
    struct sigaction action {
    }, before{};
    action.sa_handler = ask;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) sigaction(signal, &before, nullptr);
    return before;
}

}  // namespace

Interrupt::Interrupt() {
    asked = 0;
    std::ranges::transform(signals, before_.begin(), listen);
}

Interrupt::~Interrupt() {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
}

int Interrupt::signal() const { return asked; }

}  // namespace vitrine
