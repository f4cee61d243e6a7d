#include "app/cli/train_interrupt.h"

#include <csignal>
#include <initializer_list>

namespace vitrine {

namespace {

volatile std::sig_atomic_t asked = 0;

void ask(int signal) { asked = signal; }

/// A shell starts what runs in the background with SIGINT ignored; whoever sends one all the same means it. SIGHUP ignored is
/// nohup's, whose purpose is to go on.
void listen(int signal) {
    struct sigaction action {};
    action.sa_handler = ask;
    action.sa_flags = SA_RESTART | (signal == SIGPIPE ? 0 : static_cast<int>(SA_RESETHAND));
    struct sigaction before {};
    if (signal == SIGHUP && sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;
    sigaction(signal, &action, nullptr);
}

}  // namespace

Interrupt::Interrupt() {
    asked = 0;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) listen(signal);
}

Interrupt::~Interrupt() {
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
}

int Interrupt::signal() const { return asked; }

}  // namespace vitrine
