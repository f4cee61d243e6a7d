#include "core/files/ending.h"

#include <atomic>
#include <mutex>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace vitrine {

namespace {

// A handler must not read the list while it is being changed. So the list is changed only in undisturbed moments, a handler waits
// until there are none, and once `ending` is set no new one begins.
std::atomic<int> undisturbed_moments = 0;
std::atomic<bool> ending = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
thread_local int depth = 0;

std::mutex changes;
Unfinished* newest = nullptr;

/// False if an undisturbed moment takes too long, for example because a network does not answer.
bool wait_until_disturbed() {
    constexpr int most_milliseconds = 5000;
    for (int waited = 0; undisturbed_moments > 0; ++waited) {
        if (waited == most_milliseconds) return false;
        poll(nullptr, 0, 1);
    }
    return true;
}

void remove_unfinished() {
    for (const Unfinished* unfinished = newest; unfinished; unfinished = unfinished->older()) {
        const char* path = unfinished->path().c_str();
        if (unlink(path) != 0) rmdir(path);
    }
}

/// The handler. Everything in it is async-signal-safe. It raises the signal again with its default action, so that the exit
/// status is the usual one.
void end_by(int signal) {
    if (ending.exchange(true)) return;  // another thread is already ending the program
    if (wait_until_disturbed()) remove_unfinished();
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    raise(signal);  // takes effect when the handler returns, which blocks the signal
}

}  // namespace

void end_tidily_by(int signal) {
    struct sigaction action {};
    action.sa_handler = end_by;
    sigfillset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

void end_tidily_by_signals() {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
        struct sigaction before {};
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) end_tidily_by(signal);
    }
    end_tidily_by(SIGPIPE);  // "vitrine trace … | head" ends with head, whatever the caller has set
}

Undisturbed::Undisturbed() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &blocked_before_);
    if (depth++ > 0) return;
    ++undisturbed_moments;
    if (!ending) return;
    --undisturbed_moments;
    for (;;) pause();  // the program is about to end, so nothing new begins
}

Undisturbed::~Undisturbed() {
    if (--depth == 0) --undisturbed_moments;
    pthread_sigmask(SIG_SETMASK, &blocked_before_, nullptr);
}

Unfinished::Unfinished(std::filesystem::path path) : path_(std::move(path)) {
    const Undisturbed undisturbed;
    const std::lock_guard lock(changes);
    older_ = newest;
    if (older_) older_->newer_ = this;
    newest = this;
}

Unfinished::~Unfinished() {
    const Undisturbed undisturbed;
    const std::lock_guard lock(changes);
    (newer_ ? newer_->older_ : newest) = older_;
    if (older_) older_->newer_ = newer_;
}

}  // namespace vitrine
