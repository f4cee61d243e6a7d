#pragma once
/// A lock that reserves a file for one process: only the holder may replace the file.

#include <filesystem>

namespace vitrine {

/// A lock beside a file, FILE.lock. It ends with its holder, also if the process is killed.
class FileLock {
public:
    explicit FileLock(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    /// False if another process, or another lock of this process, holds it. True also where locks are impossible.
    bool held() const { return held_; }

private:
    std::filesystem::path path_;
    int descriptor_ = -1;  // -1: there can be none
    bool held_ = true;
};

}  // namespace vitrine
