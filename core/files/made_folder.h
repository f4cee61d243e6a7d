#pragma once
/// A folder that is made for files to come.

#include <filesystem>
#include <optional>

#include "core/files/ending.h"

namespace vitrine {

/// Makes a folder where there is none yet. In the end, and where a signal ends the program, a folder that it has made and that is
/// still empty is removed. The folders in which it lies are not made: a name that was mistyped would leave them behind.
class MadeFolder {
public:
    /// Throws Error where the folder cannot be made.
    explicit MadeFolder(const std::filesystem::path& folder);
    ~MadeFolder();
    MadeFolder(const MadeFolder&) = delete;
    MadeFolder& operator=(const MadeFolder&) = delete;

private:
    std::optional<Unfinished> made_;
};

}  // namespace vitrine
