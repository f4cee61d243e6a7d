#pragma once
/// Where the files lie that tests read.

#include <filesystem>
#include <string>
#include <vector>

namespace vitrine {

/// A file or folder below tests/: test_data("goldens/navigation").
std::filesystem::path test_data(const std::filesystem::path& path);

/// The folders in a folder below tests/, by name.
std::vector<std::string> test_folders(const std::filesystem::path& path);

/// The families of which tests/goldens/families has a folder: "bart", "bert" …
const std::vector<std::string>& family_names();

}  // namespace vitrine
