#pragma once
/// A folder that is made for files that are still to be written.

#include <filesystem>
#include <optional>

#include "core/files/ending.h"

namespace vitrine {

/// Makes a folder if there is none yet. At the end, or when a signal ends the program, removes the folder if it is its own and
/// still empty. Does not make the folders around it, since a mistyped name would leave them behind.
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
