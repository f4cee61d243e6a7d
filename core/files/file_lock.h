#pragma once
/// A lock that reserves a file for one process: only the holder may replace the file.

#include <filesystem>
#include <optional>

#include "core/files/descriptor.h"
#include "core/files/ending.h"

namespace vitrine {

/// A lock beside a file, FILE.lock. It ends with its holder, also if the process is killed. FILE.lock itself is removed at the
/// end, or when a signal ends the program; if a killed process leaves it, the next holder removes it.
class FileLock {
public:
    /// Requires: the file's folder exists. Without it, locking is impossible.
    explicit FileLock(const std::filesystem::path& file);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    /// False if another process, or another lock of this process, holds it. True also if locking is impossible.
    bool held() const { return held_; }

private:
    bool take();

    std::filesystem::path path_;
    Descriptor file_;  // none if locking is impossible
    bool held_ = true;
    std::optional<Unfinished> unfinished_;
};

}  // namespace vitrine
