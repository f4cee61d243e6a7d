#pragma once
/// Zip files for tests, sound ones and others.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace vitrine {

/// Names and contents of a zip file's entries, in its order.
using ZipEntries = std::vector<std::pair<std::string, std::string>>;

enum class ZipPacking { stored, deflated };

/// Writes a zip file.
void write_zip(const std::filesystem::path& path, const ZipEntries& entries, ZipPacking packing = ZipPacking::stored);

/// Reads all of one.
ZipEntries read_zip(const std::filesystem::path& path);

}  // namespace vitrine
