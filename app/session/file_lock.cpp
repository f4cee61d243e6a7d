#include "app/session/file_lock.h"

#include <cerrno>
#include <optional>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vitrine {

namespace {

/// Whether an open file is still the one of that name: who held the lock before removes it.
bool is_there(int descriptor, const std::filesystem::path& path) {
    struct stat open {
    }, named{};
    return fstat(descriptor, &open) == 0 && stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

}  // namespace

FileLock::FileLock(const std::filesystem::path& file) : path_(file) {
    path_ += ".lock";
    std::error_code exists;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), exists);
    constexpr int most_attempts = 100;  // where files have no numbers that last, nobody could be sure of them
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor_ < 0) return;
        if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            held_ = errno != EWOULDBLOCK;  // some file systems have no locks
            if (!held_) close(descriptor_), descriptor_ = -1;
            return;
        }
        if (is_there(descriptor_, path_)) return;
        close(descriptor_);
        descriptor_ = -1;
    }
}

FileLock::~FileLock() {
    if (descriptor_ < 0) return;
    unlink(path_.c_str());  // while it is held, so that nobody else's is removed
    close(descriptor_);
}

}  // namespace vitrine
