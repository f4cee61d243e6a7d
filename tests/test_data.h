#pragma once
/// Where the files lie that tests read.

#include <filesystem>

namespace vitrine {

/// A file or folder below tests/: test_data("goldens/navigation").
std::filesystem::path test_data(const std::filesystem::path& path);

}  // namespace vitrine
