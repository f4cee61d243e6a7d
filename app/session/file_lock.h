#pragma once
/// Says to other processes that a file is somebody's: who has its lock may replace it.

#include <filesystem>

namespace vitrine {

/// A lock beside a file, FILE.lock, which goes away with whoever holds it, also with a process that is killed.
class FileLock {
public:
    explicit FileLock(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    /// False where another process, or another lock of this one, holds it. Where there can be no lock at all nobody does.
    bool held() const { return held_; }

private:
    std::filesystem::path path_;
    int descriptor_ = -1;  // -1: there can be none
    bool held_ = true;
};

}  // namespace vitrine
