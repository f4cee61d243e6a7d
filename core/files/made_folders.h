#pragma once
/// Folders that are made for files to come.

#include <filesystem>
#include <memory>
#include <vector>

#include "core/files/ending.h"

namespace vitrine {

/// Makes a folder, with those it lies in. In the end, and where a signal ends the program, those that it has made and that are
/// still empty are removed.
class MadeFolders {
public:
    /// Throws Error where the folder cannot be made.
    explicit MadeFolders(const std::filesystem::path& folder);
    ~MadeFolders();
    MadeFolders(const MadeFolders&) = delete;
    MadeFolders& operator=(const MadeFolders&) = delete;

private:
    void remove_empty();

    std::vector<std::filesystem::path> folders_;           // the innermost first
    std::vector<std::unique_ptr<Unfinished>> unfinished_;  // the outermost first
};

}  // namespace vitrine
