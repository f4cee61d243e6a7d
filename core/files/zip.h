#pragma once
/// Zip files, uncompressed: their contents are already packed, or are to be readable as they are.

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/writing.h"

namespace vitrine {

/// A file in an archive, in up to two pieces, so that a header need not be joined with what follows.
struct ZipEntry {
    std::string name;
    std::array<std::string_view, 2> pieces = {};  ///< not owned: they live until the archive is written
};

/// Writes atomically. Equal entries give identical files. Throws Error, and WritingStopped.
void write_zip(const std::filesystem::path& path, const std::vector<ZipEntry>& entries, const GoesOn& goes_on = {});

/// Writes all files of a folder, with names that begin with that of the folder. Throws Error, and
/// std::filesystem::filesystem_error.
void zip_folder(const std::filesystem::path& folder, const std::filesystem::path& path);

}  // namespace vitrine
