#include "core/files/file_lock.h"

#include <fcntl.h>
#include <unistd.h>

namespace vitrine {

FileLock::FileLock(const std::filesystem::path& file) : path_(file) {
    path_ += ".lock";
    constexpr int most_attempts = 100;  // some file systems have no lasting file numbers; there, no attempt could ever be sure
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        if (take()) return;
    }
}

/// False if the locked file has been removed by the previous holder of the lock.
bool FileLock::take() {
    const Undisturbed undisturbed;
    file_.replace(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file_.open()) return true;
    const Lock lock = try_to_lock(file_);
    held_ = lock != Lock::held_by_another;
    if (lock == Lock::taken && is_at(file_, path_)) {
        unfinished_.emplace(path_);
        return true;
    }
    file_.close();
    if (lock == Lock::impossible) unlink(path_.c_str());
    return lock != Lock::taken;
}

FileLock::~FileLock() {
    if (!unfinished_) return;
    const Undisturbed undisturbed;
    unlink(path_.c_str());  // while the lock is held, so that nobody else's file is removed
    unfinished_.reset();
}

}  // namespace vitrine
