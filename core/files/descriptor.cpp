#include "core/files/descriptor.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {

void Descriptor::replace(int number) {
    close();
    number_ = number;
}

bool Descriptor::close() {
    const int closing = std::exchange(number_, -1);
    return closing < 0 || ::close(closing) == 0;
}

Lock try_to_lock(const Descriptor& file) {
    if (flock(file.number(), LOCK_EX | LOCK_NB) == 0) return Lock::taken;
    return errno == EWOULDBLOCK ? Lock::held_by_another : Lock::impossible;
}

bool is_at(const Descriptor& file, const std::filesystem::path& path) {
    struct stat open {
    }, named{};
    return fstat(file.number(), &open) == 0 && stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

namespace {

constexpr int patience = 2000;  // milliseconds

bool is_pipe(const std::filesystem::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

bool is_pipe(const Descriptor& file) {
    struct stat status {};
    return fstat(file.number(), &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Waits until there is something to read or a pipe's writer has left, at most this many milliseconds; −1: without limit. Returns
/// whether that has happened.
bool wait_for_news(const Descriptor& file, int milliseconds) {
    pollfd wanted{.fd = file.number(), .events = POLLIN, .revents = 0};
    return poll(&wanted, 1, milliseconds) > 0;
}

void let_wait(int descriptor) {
    if (const int flags = fcntl(descriptor, F_GETFL); flags >= 0) fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
}

}  // namespace

int open_to_read(const std::filesystem::path& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor >= 0 && !is_pipe(path)) let_wait(descriptor);
    return descriptor;
}

int open_to_write(const std::filesystem::path& path, int flags) {
    constexpr int interval = 10;
    for (int waited = 0;; waited += interval) {
        const int descriptor = open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC | flags, 0666);
        if (descriptor >= 0) let_wait(descriptor);
        if (descriptor >= 0 || errno != ENXIO || waited >= patience || !is_pipe(path)) return descriptor;
        poll(nullptr, 0, interval);
    }
}

BytesRead read_piece(const Descriptor& file, char* to, std::size_t size, bool first) {
    for (bool has_waited = false;;) {
        const ssize_t count = read(file.number(), to, size);
        if (count > 0) return {ReadOutcome::bytes, static_cast<std::size_t>(count)};
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) return {ReadOutcome::failed};
        if (count < 0) {  // there is a writer, but nothing to read yet
            wait_for_news(file, -1);
            continue;
        }
        // A pipe that nobody has written to yet is not at its end, unless it had a writer who has left.
        if (!first || !is_pipe(file) || wait_for_news(file, 0)) return {ReadOutcome::end};
        if (has_waited) return {ReadOutcome::nobody_writes};
        wait_for_news(file, patience);
        has_waited = true;
    }
}

}  // namespace vitrine
