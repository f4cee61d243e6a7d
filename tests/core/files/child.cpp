#include "tests/core/files/child.h"

#include <chrono>
#include <system_error>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vitrine::test {

Child::Child(const std::function<void()>& body) : pid_(fork()) {
    if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (pid_ > 0) return;
    const rlimit no_core_dump{0, 0};
    setrlimit(RLIMIT_CORE, &no_core_dump);
    // doctest has handlers of its own.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) std::signal(signal, SIG_DFL);
    try {
        body();
    } catch (...) {
        _exit(1);
    }
    for (;;) pause();
}

Child::~Child() {
    if (pid_ > 0) send(SIGKILL), ended_by();
}

int Child::ended_by() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

bool comes_true(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        usleep(100);
    }
    return true;
}

}  // namespace vitrine::test
